/** Two counts as decimal texts, because totals may exceed a number. */
export interface UsageCounts {
  requests: string;
  tokens: string;
}

/** The totals of the usage endpoints for closed days. */
export interface UsageDays {
  /** The requested range. */
  from: string;
  to: string;
  /** Of the whole range; absent if an endpoint could not be read. */
  totals: { stats: UsageCounts; summary?: UsageCounts; export?: UsageCounts };
  /** By day, in order. `edge`: the service decides whether the day belongs to the range. */
  days: { day: string; stats?: UsageCounts; export?: UsageCounts; edge?: true }[];
  /** Differences of totals, in words that name the row. */
  where: string[];
  /** The first differing record or row between its neighbors; absent if there is none. */
  lines?: UsageLines;
}

/** Records of one day with the corresponding rows of the export. */
export interface UsageLines {
  day: string;
  lines: {
    label: string;
    /** In the export of the days around, with its header as row 1. */
    row?: number;
    /** Counts by their names in the contract; absent on the side without the line. */
    stats?: Record<string, string>;
    export?: Record<string, string>;
    differs?: true;
  }[];
}
