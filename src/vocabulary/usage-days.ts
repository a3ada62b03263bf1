/** Two counts as decimal texts: totals of an organization may be beyond what a number holds. */
export interface UsageCounts {
  requests: string;
  tokens: string;
}

/** What the usage endpoints said of closed days. */
export interface UsageDays {
  /** The range that was asked for. */
  from: string;
  to: string;
  /** Of the whole range; absent where an endpoint could not be read. */
  totals: { stats: UsageCounts; summary?: UsageCounts; export?: UsageCounts };
  /** Day by day, in their order. `edge`: it depends on the service whether the day belongs to the range. */
  days: { day: string; stats?: UsageCounts; export?: UsageCounts; edge?: true }[];
  /** Where totals were found to differ, in words that name the row. */
  where: string[];
  /** The record or row that differs first, between its neighbours; absent where none could be named. */
  lines?: UsageLines;
}

/** Records of one day beside the rows of the export that belong to them. */
export interface UsageLines {
  day: string;
  lines: {
    label: string;
    /** In the export of the days around, with its header as row 1. */
    row?: number;
    /** Counts by their names in the contract; absent on the side that lacks the line. */
    stats?: Record<string, string>;
    export?: Record<string, string>;
    differs?: true;
  }[];
}
