import type { Report, ReportTimings } from '../model.ts';
import { runStatement } from '../statement.ts';
import { FOREIGN } from '../verdict-map.ts';

/** One run of a history. */
export interface HistoryRun {
  /** Where its page is, relative to that of the history. */
  page: string;
  report: Report;
}

/** One target over many runs, the earliest first. */
export interface History {
  runs: HistoryRun[];
  /** Checks that did not end alike in all runs, with the mark of each run; `' '` where a run does not have it. */
  changed: { id: string; marks: string[]; verdicts: (string | undefined)[] }[];
  /** How long answers took, run by run; absent where a run did not measure it. */
  latencies: { endpoint: string; p50: (number | undefined)[]; p90: (number | undefined)[] }[];
  /** What has to be borne in mind, a sentence each. */
  cautions: string[];
}

/** Puts runs in the order of their times, and finds what changed between them. */
export function historyOf(given: readonly HistoryRun[]): History {
  const runs = given.toSorted((a, b) => a.report.startedAt.localeCompare(b.report.startedAt));
  const reports = runs.map(({ report }) => report);
  return {
    runs,
    changed: changedChecks(reports),
    latencies: latenciesOf(reports),
    cautions: cautionsOf(reports),
  };
}

function changedChecks(reports: readonly Report[]): History['changed'] {
  const byId = reports.map((r) => new Map<string, Report['checks'][number]>(r.checks.map((c) => [c.id, c])));
  const ids = new Set(byId.flatMap((checks) => [...checks.keys()]));
  return [...ids]
    .map((id) => ({ id, verdicts: byId.map((checks) => checks.get(id)?.verdict) }))
    .filter(({ verdicts }) => new Set(verdicts).size > 1)
    .map(({ id, verdicts }) => ({
      id,
      verdicts,
      marks: verdicts.map((verdict) => (verdict ? FOREIGN[verdict].mark : ' ')),
    }));
}

function latenciesOf(reports: readonly Report[]): History['latencies'] {
  const nameOf = (t: ReportTimings) =>
    t.measure === 'first byte' ? `${t.endpoint}, first byte` : t.endpoint;
  const names = new Set(reports.flatMap(({ timings = [] }) => timings.map(nameOf)));
  return [...names].map((endpoint) => {
    const found = reports.map(({ timings = [] }) => timings.find((t) => nameOf(t) === endpoint));
    return { endpoint, p50: found.map((t) => t?.p50), p90: found.map((t) => t?.p90) };
  });
}

function cautionsOf(reports: readonly Report[]): string[] {
  const many = (of: (report: Report) => unknown) =>
    new Set(reports.map((r) => JSON.stringify(of(r)))).size > 1;
  const told: [boolean, string][] = [
    [many((r) => r.target.baseUrl), 'These runs asked different services: a history is that of one.'],
    [many((r) => r.target.model), 'These runs asked for different models.'],
    [many((r) => [r.profile, r.selection]), 'Profiles or selections differ between the runs.'],
    [
      many((r) => r.suite.checksDigest),
      'The checks changed between the runs: not every change is the service’s.',
    ],
  ];
  return told.filter(([holds]) => holds).map(([, words]) => words);
}

/** The facts of a run that a history shows, by their names. */
export function factsOf({ report }: HistoryRun): Record<string, string> {
  const { counts, cost } = report;
  const completion = report.timings?.find((t) => t.endpoint === 'completion' && t.measure === 'whole answer');
  return {
    when: report.startedAt.slice(0, 16).replace('T', ' '),
    verdict: runStatement(report),
    failed: String(counts.fail),
    warned: String(counts.warn),
    undecided: String(counts.inconclusive + counts.error),
    'p50 ms': completion ? String(Math.round(completion.p50)) : '–',
    'p90 ms': completion ? String(Math.round(completion.p90)) : '–',
    billed: String(cost.billed),
    tokens: String(cost.tokensReported.total),
    ...(cost.usd !== undefined && { USD: cost.usd.toFixed(4) }),
  };
}
