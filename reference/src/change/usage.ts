import { type Behaviour, type Change, faithful } from '../behaviour.ts';
import type { Json } from '../completion-types.ts';
import type { ServiceRequest } from '../message.ts';
import type {
  UsageEntry,
  UsageParameter,
  UsageQuery,
  UsageRecord,
  UsageSource,
  UsageSummary,
} from '../usage-record.ts';
import { type Edit, edited } from './pointer.ts';

export type UsageEndpoint = 'stats' | 'summary' | 'export';

/** The query of a usage request under the names of the faithful service, whatever names this one has. */
export function usualQuery(behaviour: Behaviour, { endpoint, query }: ServiceRequest): URLSearchParams {
  if (endpoint === undefined) return query;
  const usual = faithful().usageNames(endpoint);
  return new URLSearchParams(
    Object.entries(behaviour.usageNames(endpoint)).flatMap(([parameter, name]) =>
      query.getAll(name).map((value): [string, string] => [usual[parameter as UsageParameter]!, value]),
    ),
  );
}

/** Edits a member of every record in the stats. */
export function inRecords(pointer: string, edit: Edit): Change {
  return (before) => ({
    record: (json, request) => edited(before.record(json, request), pointer, edit) as Json,
  });
}

/** Edits a member of the summary. */
export function inSummary(pointer: string, edit: Edit): Change {
  return (before) => ({
    summary: (json, query, request) => edited(before.summary(json, query, request), pointer, edit) as Json,
  });
}

/** Changes what one endpoint (or all of them) asks of the store. */
export function asked(
  endpoints: readonly UsageEndpoint[],
  edit: (query: UsageQuery, request: ServiceRequest) => UsageQuery,
): Change {
  return (before) => ({
    usageQuery: (query, request) => {
      const made = before.usageQuery(query, request);
      return endpoints.includes(request.endpoint as UsageEndpoint) ? edit({ ...made }, request) : made;
    },
  });
}

/** Changes the list of records that a page of stats shows. */
export function listed(
  edit: (records: UsageRecord[], query: UsageQuery, source: UsageSource) => UsageRecord[],
): Change {
  return (before) => ({
    list: (source, query, request) => edit(before.list(source, query, request), query, source),
  });
}

/** Changes the records that an export shows. */
export function exported(
  edit: (records: Iterable<UsageRecord>, query: UsageQuery, source: UsageSource) => Iterable<UsageRecord>,
): Change {
  return (before) => ({
    exported: (source, query, request) => edit(before.exported(source, query, request), query, source),
  });
}

/** Changes the sums of the summary. */
export function summed(
  edit: (sums: UsageSummary, query: UsageQuery, source: UsageSource) => UsageSummary,
): Change {
  return (before) => ({
    summarize: (source, query, request) =>
      edit({ ...before.summarize(source, query, request) }, query, source),
  });
}

/** Changes how the export is written. */
export function csv(style: Partial<Behaviour['csv']>): Change {
  return (before) => ({ csv: { ...before.csv, ...style } });
}

/** Changes the cells of each row of the export but the header. */
export function cells(edit: (cells: string[], columns: readonly string[], row: number) => string[]): Change {
  return (before) => ({
    csvRow: (all, row, request) => {
      const made = before.csvRow(all, row, request);
      return row === 0
        ? made
        : edit(
            [...made],
            before.csv.columns.map(([member]) => member),
            row,
          );
    },
  });
}

/** Changes one member's cell in each row of the export. */
export function cell(member: keyof UsageRecord, edit: (text: string, row: number) => string): Change {
  return cells((all, columns, row) => all.map((text, i) => (columns[i] === member ? edit(text, row) : text)));
}

/** Changes the lines of the export, newlines included. */
export function lines(edit: (lines: Iterable<string>) => Iterable<string>): Change {
  return (before) => ({
    csvLines: (all, request) => edit(before.csvLines(all, request)),
  });
}

/** Rejected requests are counted like the first completion, with so many input tokens and without output. */
export const refusalsCounted =
  (inputTokens: number): Change =>
  (before) => {
    let own: UsageEntry | undefined;
    return {
      account: (entry, origin, request) => {
        own ??= entry;
        return before.account(entry, origin, request);
      },
      accountRefusal: (refusal, request) =>
        refusal.reason === 'invalid' && own
          ? [{ ...own, at: request.receivedAt, inputTokens, outputTokens: 0 }]
          : before.accountRefusal(refusal, request),
    };
  };
