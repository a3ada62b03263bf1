import type { Report } from '../model.ts';
import { runStatement } from '../statement.ts';
import { shorten } from '../text.ts';

/** A run in a comparison. */
export interface RunColumn {
  name: string;
  report: Report;
  /** Its page, relative to the linking page. */
  page: string;
}

/** Maximum length of a fact: an untrusted report may contain any text. */
const FACT_AT_MOST = 300;

/** The facts of a run by name: its results and options. */
export function factsOf(report: Report): Record<string, string> {
  const { counts, cost, suite, target, timings = [] } = report;
  const completion = timings.find((t) => t.endpoint === 'completion' && t.measure === 'whole answer');
  const facts = {
    when: report.startedAt.slice(0, 16).replace('T', ' '),
    verdict: runStatement(report),
    failed: String(counts.fail),
    warned: String(counts.warn),
    'no verdict': String(counts.inconclusive + counts.error),
    'p50 ms': completion ? String(Math.round(completion.p50)) : '–',
    'p90 ms': completion ? String(Math.round(completion.p90)) : '–',
    requests: String(cost.requests),
    billed: String(cost.billed),
    tokens: String(cost.tokensReported.total),
    ...(cost.usd !== undefined && { USD: cost.usd.toFixed(4) }),
    target: target.baseUrl,
    model: target.model ?? 'not known',
    'profile, seed': `${report.profile}, ${report.seed}`,
    version: `${suite.version}, checks ${suite.checksDigest.slice(0, 12)}`,
  };
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, shorten(fact, FACT_AT_MOST)]));
}

/** Why two runs cannot be compared; undefined if they can. */
export function cannotCompare(before: Report, after: Report): string | undefined {
  if (before.spec.digest !== after.spec.digest) return 'different contracts were used';
  const asked = (report: Report) =>
    new Set<string>(report.checks.filter((c) => c.verdict !== 'skipped').map((c) => c.id));
  if (asked(before).intersection(asked(after)).size === 0) return 'they have no check in common';
  return undefined;
}

/** Caveats for comparing these runs of one service, a sentence each. */
export function cautionsOf(reports: readonly Report[]): string[] {
  const differ = (of: (report: Report) => unknown) =>
    new Set(reports.map((report) => JSON.stringify(of(report)))).size > 1;
  const told: [boolean, string][] = [
    [differ((r) => r.target.baseUrl), 'The services differ.'],
    [differ((r) => r.target.model), 'The models differ.'],
    [differ((r) => r.profile), 'The profiles differ: the larger one tests more.'],
    [differ((r) => r.selection), 'The selected checks differ.'],
    [differ((r) => r.credentials), 'The keys differ: a check without its key is not applicable.'],
    [
      differ((r) => r.suite.checksDigest),
      'The versions of the suite differ. Judge the older records again to separate changes of the suite from changes of the service.',
    ],
    [reports.some((r) => r.ended), 'A run was ended early: its last checks are missing.'],
  ];
  return told.filter(([holds]) => holds).map(([, words]) => words);
}
