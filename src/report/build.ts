import { CLAUSES, clauseTitle, ledgerWith } from '../contract/ledger.ts';
import { constraintCoverage } from '../requests/coverage.ts';
import { globOver } from '../vocabulary/glob.ts';
import { isDecided, runVerdict } from '../vocabulary/verdict.ts';
import { causesOf, withRootCauses } from './causes.ts';
import { clientsOf } from './clients.ts';
import { areasNotApplicable, countsInWords, countVerdicts } from './counts.ts';
import { canonicalJson, sha256 } from './hash.ts';
import { markKnown } from './mark-known.ts';
import {
  REPORT_FORMAT,
  type Report,
  type ReportCheck,
  type ReportClause,
  type ReportProof,
} from './model.ts';
import { type Lines, type RecordedRun, readRecordedRun } from './recorded-run.ts';
import { type ChecksSource, reportChecks } from './report-checks.ts';
import { shardOfReport } from './shards.ts';
import { shownExchanges } from './shown.ts';
import { runStatement } from './statement.ts';

/**
 * Creates the report from a journal, which is read twice: once for results and sums, once for the requests of
 * findings. Memory holds results and no bodies. The result of the last proof is quoted, if it
 * concerns the checks that judged. Rejects with `NoRun` if the journal has no first line.
 */
export async function buildReport(
  lines: Lines,
  { proof }: { proof?: ReportProof | undefined },
): Promise<Report> {
  const recorded = await readRecordedRun(lines);
  const { run, end, results, discovery } = recorded;
  const { settings, selection } = run;
  const target = targetOf(recorded);
  const shown = await shownExchanges(lines, results, settings.baseUrl);
  const made = reportChecks({ recorded, catalogue: run.catalogue ?? [], target, shown });
  const endedAt = end?.endedAt ?? recorded.lastAt;
  const { checks, known } = markKnown(withRootCauses(made), run.known ?? [], settings.baseUrl, endedAt);
  const observed = checks.flatMap((c) =>
    (results.get(c.id)?.observations ?? []).map((o) => ({ check: c.id, ...o })),
  );
  const cost = { ...recorded.meter.total(), ...(end?.planned && { planned: end.planned }) };
  return withFooter(cost.requests, {
    format: 'chatspec-report',
    formatVersion: REPORT_FORMAT,
    ...verdictOf(recorded, checks, known),
    suite: run.suite,
    spec: run.spec,
    target: {
      ...target,
      ...(discovery.names && { names: discovery.names }),
      headers: [...recorded.headers],
    },
    seed: settings.seed,
    profile: settings.profile,
    ...timesOf(recorded, endedAt),
    fingerprints: fingerprintsOf(run),
    environment: run.environment,
    settings,
    credentials: run.credentials,
    selection: { only: selection.only, skip: selection.skip },
    strictness: run.strictness,
    cost,
    timings: recorded.timings.total(),
    ...(recorded.discovery.usageDays && { usageDays: recorded.discovery.usageDays }),
    ...(recorded.discovery.answers && { answers: recorded.discovery.answers }),
    ...(run.shards && { shards: run.shards.map(shardOfReport) }),
    checks,
    observed,
    ...(known.length > 0 && { known }),
    causes: causesOf(checks),
    clients: clientsOf(checks, observed),
    ledger: reportLedger(checks),
    coverage: constraintCoverage(checks),
    clauses: Object.fromEntries(CLAUSES.map((clause) => [clause, clauseTitle(clause)])),
    // A proof of other checks says nothing about this run.
    ...(proof?.checksDigest === run.suite.checksDigest && { proof }),
  });
}

function targetOf({ run, discovery }: RecordedRun): ChecksSource['target'] {
  const { baseUrl, reasoningModel, otherModels } = run.settings;
  const model = discovery.model ?? run.settings.model;
  return {
    baseUrl,
    ...(model !== undefined && { model }),
    ...(reasoningModel !== undefined && { reasoningModel }),
    ...(otherModels && { otherModels }),
  };
}

function verdictOf(
  { run, end }: RecordedRun,
  checks: readonly ReportCheck[],
  known: NonNullable<Report['known']>,
): Pick<Report, 'verdict' | 'statement' | 'summary' | 'counts' | 'notApplicableAreas'> {
  const { settings, strictness } = run;
  const counts = countVerdicts(checks);
  const verdict = runVerdict(checks, strictness, !end || (end.interrupted ?? end.stopped) !== undefined);
  const selection = { only: run.selection.only, skip: run.selection.skip };
  return {
    verdict,
    statement: runStatement({ verdict, counts, selection, profile: settings.profile, known, settings }),
    summary: countsInWords(counts),
    counts,
    notApplicableAreas: areasNotApplicable(checks),
  };
}

function timesOf(
  { run, end }: RecordedRun,
  endedAt: number,
): Pick<Report, 'startedAt' | 'endedAt' | 'durationMs' | 'ended'> {
  const ended = {
    ...(end?.interrupted && { interrupted: end.interrupted }),
    ...(end?.stopped && { stopped: end.stopped }),
    ...(!end && { cutOff: true as const }),
  };
  return {
    startedAt: new Date(run.startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    durationMs: Math.max(0, Math.round(endedAt - run.startedAt)),
    ...(Object.keys(ended).length > 0 && { ended }),
  };
}

function fingerprintsOf(run: RecordedRun['run']): Report['fingerprints'] {
  const { baseUrl: _, model: __, reasoningModel: ___, otherModels: ____, ...options } = run.settings;
  const tested = [run.suite.checksDigest, run.selection.selected, options, run.strictness];
  return {
    testedWith: sha256(canonicalJson(tested)),
    environment: sha256(canonicalJson(run.environment)),
  };
}

/** Closes a report: the footer counts it and holds its digest. */
export function withFooter(exchanges: number, report: Omit<Report, 'footer'>): Report {
  const { checks, observed } = report;
  const digest = sha256(canonicalJson(report));
  return { ...report, footer: { checks: checks.length, exchanges, observed: observed.length, digest } };
}

/** The problem of a report's footer: it must contain the correct counts and the digest of the rest. */
export function footerProblem({ footer, ...rest }: Report): string | undefined {
  if (footer.checks !== rest.checks.length || footer.observed !== rest.observed.length) {
    return 'the footer of report.json has another number of checks';
  }
  if (footer.digest === sha256(canonicalJson(rest))) return undefined;
  return 'the footer of report.json belongs to other content';
}

/** The ledger with the result of each sentence, and the reason for untested ones. */
function reportLedger(checks: readonly ReportCheck[]): ReportClause[] {
  return ledgerWith(checks).map((line) => {
    const { clause, level, sentence, ours } = line;
    const names = globOver('checks' in line ? line.checks : []);
    const its = checks.filter((c) => names(c.id));
    const testedBy = its.filter((c) => tests(c, level)).map((c) => c.id);
    const tested = testedBy.length > 0;
    const row = { clause, level, sentence, ...(ours && { ours }), checks: its.map((c) => c.id), tested };
    return tested
      ? { ...row, testedBy }
      : { ...row, why: 'untestable' in line ? line.untestable : reason(its) };
  });
}

/** Whether a check tested a sentence: it was decided, and does not only record behavior. */
function tests(check: Pick<ReportCheck, 'verdict' | 'level'>, level: ReportClause['level']): boolean {
  return isDecided(check.verdict) && (level === 'open' || check.level !== 'open');
}

function reason(checks: readonly ReportCheck[]): string {
  if (checks.length === 0) return 'no check tests it';
  if (checks.every((c) => c.verdict === 'skipped')) {
    const [why, ...others] = new Set(checks.map((c) => c.message));
    return others.length > 0 || !why ? 'its checks were not selected' : why;
  }
  const first = checks.find((c) => c.verdict !== 'skipped' && !isDecided(c.verdict));
  if (!first) return 'its checks only record the behavior';
  return `${first.id} ended ${first.verdict}: ${first.message}`;
}
