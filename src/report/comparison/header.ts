import type { Report } from '../model.ts';
import { runStatement } from '../statement.ts';
import { shorten } from '../text.ts';

/** A fact of both runs, in the order in which it is asked. */
export interface HeaderRow {
  name: string;
  before: string;
  after: string;
}

/** What stands above a comparison: which runs these are, and what stands in the way of comparing them. */
export interface ComparisonHeader {
  rows: HeaderRow[];
  /** Why nothing follows from the differences; undefined when something does. */
  cannot: string | undefined;
  /** What has to be borne in mind, a sentence each. */
  cautions: string[];
}

/** Longest fact of a run: a report that somebody else made may hold any text. */
const FACT_AT_MOST = 300;

/** Describes two runs side by side. */
export function comparisonHeader(before: Report, after: Report): ComparisonHeader {
  const row = (name: string, of: (report: Report) => string): HeaderRow => ({
    name,
    before: shorten(of(before), FACT_AT_MOST),
    after: shorten(of(after), FACT_AT_MOST),
  });
  return {
    rows: [
      row('verdict', runStatement),
      row('target', (r) => r.target.baseUrl),
      row('model', (r) => r.target.model ?? 'not known'),
      row('when', (r) => `${r.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${seconds(r.durationMs)}`),
      row('profile, seed', (r) => `${r.profile}, ${r.seed}`),
      row('version', (r) => `${r.suite.version}, checks ${r.suite.checksDigest.slice(0, 12)}`),
      row('result', (r) => r.summary),
      row(
        'cost',
        (r) => `${r.cost.requests} requests, ${r.cost.billed} billed, ${r.cost.tokensReported.total} tokens`,
      ),
      row('completion, median', medianOf),
    ],
    cannot: cannotCompare(before, after),
    cautions: cautionsOf(before, after),
  };
}

/** The median time of a plain completion; the first thing that users of a service notice. */
function medianOf({ timings = [] }: Pick<Report, 'timings'>): string {
  const found = timings.find((t) => t.endpoint === 'completion' && t.measure === 'whole answer');
  return found ? `${Math.round(found.p50)} ms of ${found.count}` : 'not measured';
}

function cannotCompare(before: Report, after: Report): string | undefined {
  if (before.spec.digest !== after.spec.digest) return 'they were judged by different contracts';
  const asked = (report: Report) =>
    new Set<string>(report.checks.filter((c) => c.verdict !== 'skipped').map((c) => c.id));
  if (asked(before).intersection(asked(after)).size === 0) return 'no check was selected in both';
  return undefined;
}

function cautionsOf(before: Report, after: Report): string[] {
  const differ = (of: (report: Report) => unknown) =>
    JSON.stringify(of(before)) !== JSON.stringify(of(after));
  const cut = [before.ended && 'the first run', after.ended && 'the second run'].filter(
    (run) => run !== undefined,
  );
  const told: [boolean, string][] = [
    [differ((r) => r.target.baseUrl), 'They asked different services.'],
    [differ((r) => r.target.model), 'They asked for different models.'],
    [differ((r) => r.profile), 'Their profiles differ: the larger one looks for more.'],
    [differ((r) => r.selection), 'They selected different checks.'],
    [differ((r) => r.credentials), 'They had different keys: what needs one is not applicable without it.'],
    [
      differ((r) => r.suite.checksDigest),
      'The two were judged by different suites; judge the older one again to tell the suite from the service.',
    ],
    [cut.length > 0, `What ${cut.join(' and ')} did not come to is missing: it was ended early.`],
  ];
  return told.filter(([holds]) => holds).map(([, words]) => words);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
