import { CLAUSES, clauseTitle, type LedgerRow, ledgerWith } from '../contract/ledger.ts';
import { constraintCoverage } from '../requests/coverage.ts';
import { areaOf } from '../vocabulary/check.ts';
import { type Harm, harmOfBreach, harmOfCheck, worstHarm } from '../vocabulary/harm.ts';
import type { CheckFacts, CheckLine } from '../vocabulary/record.ts';
import { runVerdict } from '../vocabulary/verdict.ts';
import { causesOf, withRootCauses } from './causes.ts';
import { clientsOf } from './clients.ts';
import { areasNotApplicable, countsInWords, countVerdicts } from './counts.ts';
import { canonicalJson, sha256 } from './hash.ts';
import { markKnown } from './known/mark.ts';
import { reportLedger } from './ledger.ts';
import {
  REPORT_FORMAT,
  type Report,
  type ReportCheck,
  type ReportFinding,
  type ReportProof,
} from './model.ts';
import { blockerNamed } from './old-names.ts';
import { type Lines, readRecordedRun } from './recorded-run.ts';
import { reproduceCheck } from './reproduce.ts';
import { shardOfReport } from './shards.ts';
import { type Shown, shownExchanges, smallestProbe } from './shown.ts';
import { runStatement } from './statement.ts';
import { stated } from './text.ts';

/** What a report says beyond its journal. */
export interface Background {
  /** The sentences of the contract; those of this suite when left out. */
  ledger?: readonly LedgerRow[];
  proof?: ReportProof;
  /** For journals that hold no catalogue of their own. */
  catalogue?: readonly CheckFacts[];
}

/**
 * Makes the report from a journal, which is read twice: once for results and sums, once for the requests that showed
 * something. Memory holds results and no bodies. Rejects with `NoRun` when the journal has no first line.
 */
export async function buildReport(lines: Lines, background: Background): Promise<Report> {
  const digest = await readRecordedRun(lines);
  const { run, end, results } = digest;
  const { settings } = run;
  const model = digest.discovery.model ?? settings.model;
  const { baseUrl, model: _, reasoningModel, ...options } = settings;
  const target = {
    baseUrl,
    ...(model !== undefined && { model }),
    ...(reasoningModel !== undefined && { reasoningModel }),
  };
  const shown = await shownExchanges(lines, results);

  const catalogue = run.catalogue ?? background.catalogue ?? [];
  const recorded = facts(catalogue, results).map((check): ReportCheck => {
    const harm = check.harm ?? harmOfCheck(check.id);
    const shared = {
      ...check,
      harm,
      clauses: [...check.clauses],
      area: areaOf(check.id),
      reproduce: reproduceCheck(check.id, {
        ...(run.repeat !== undefined && { repeat: run.repeat }),
        target,
        seed: settings.seed,
      }),
    };
    const result = results.get(check.id);
    if (!result) {
      const selected = run.selection.selected.includes(check.id);
      return {
        ...shared,
        verdict: selected ? 'inconclusive' : 'skipped',
        message: selected ? 'the run ended before this check' : 'not selected',
        findings: [],
        evidence: [],
        attempts: 0,
        durationMs: 0,
      };
    }
    const attempts = result.evidence.some((id) => digest.repeated.has(id))
      ? 2
      : result.evidence.length > 0
        ? 1
        : 0;
    const findings = reportFindings(result, check, harm, shown);
    const weighty = findings.filter((f) => f.severity === result.verdict);
    const blockedBy = blockerNamed(result);
    return {
      ...shared,
      harm: worstHarm(
        weighty.map((f) => f.harm),
        harm,
      ),
      verdict: result.verdict,
      message: result.message,
      findings,
      evidence: result.evidence,
      ...(blockedBy !== undefined && { blockedBy }),
      attempts,
      durationMs: Math.max(0, Math.round(result.durationMs)),
    };
  });
  const endedAt = end?.endedAt ?? digest.lastAt;
  const marked = markKnown(withRootCauses(recorded), run.known ?? [], baseUrl, endedAt);
  const { checks } = marked;
  const observed = checks.flatMap((c) =>
    (results.get(c.id)?.observations ?? []).map((o) => ({ check: c.id, ...o })),
  );
  const counts = countVerdicts(checks);
  const ended = {
    ...(end?.interrupted && { interrupted: end.interrupted }),
    ...(end?.stopped && { stopped: end.stopped }),
    ...(!end && { cutOff: true as const }),
  };
  const cost = { ...digest.meter.total(), ...(end?.planned && { planned: end.planned }) };

  const verdict = runVerdict(checks, run.strictness, !end || end.interrupted !== undefined);
  const selection = { only: run.selection.only, skip: run.selection.skip };
  // What was found out about other checks than those that judged says nothing about this run.
  const { proof } = background;
  const proved = proof?.checksDigest === run.suite.checksDigest ? proof : undefined;

  return withFooter(cost.requests, {
    format: 'chatspec-report',
    formatVersion: REPORT_FORMAT,
    verdict,
    statement: runStatement({
      verdict,
      counts,
      selection,
      profile: settings.profile,
      known: marked.known,
      settings,
    }),
    summary: countsInWords(counts),
    counts,
    notApplicableAreas: areasNotApplicable(checks),
    suite: run.suite,
    spec: run.spec,
    target: {
      ...target,
      ...(digest.discovery.names && { names: digest.discovery.names }),
      headers: [...digest.headers],
    },
    seed: settings.seed,
    profile: settings.profile,
    startedAt: new Date(run.startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    durationMs: Math.max(0, Math.round(endedAt - run.startedAt)),
    ...(Object.keys(ended).length > 0 && { ended }),
    fingerprints: {
      testedWith: sha256(
        canonicalJson([run.suite.checksDigest, run.selection.selected, options, run.strictness]),
      ),
      environment: sha256(canonicalJson(run.environment)),
    },
    environment: run.environment,
    settings,
    credentials: run.credentials,
    selection,
    strictness: run.strictness,
    cost,
    timings: digest.timings.total(),
    ...(run.shards && { shards: run.shards.map(shardOfReport) }),
    checks,
    observed,
    ...(marked.known.length > 0 && { known: marked.known }),
    causes: causesOf(checks),
    clients: clientsOf(checks, observed),
    ledger: reportLedger(background.ledger ?? ledgerWith(checks), checks),
    coverage: constraintCoverage(checks),
    clauses: Object.fromEntries(CLAUSES.map((clause) => [clause, clauseTitle(clause)])),
    ...(proved && { proof: proved }),
  });
}

/** Closes a report: the footer counts it and holds its digest. */
export function withFooter(exchanges: number, report: Omit<Report, 'footer'>): Report {
  const { checks, observed } = report;
  const digest = sha256(canonicalJson(report));
  return { ...report, footer: { checks: checks.length, exchanges, observed: observed.length, digest } };
}

/** What is wrong with a report's footer: it must count what is there and hold the digest of the rest. */
export function footerProblem({ footer, ...rest }: Report): string | undefined {
  if (footer.checks !== rest.checks.length || footer.observed !== rest.observed.length) {
    return 'the footer of report.json counts other checks than there are';
  }
  if (footer.digest === sha256(canonicalJson(rest))) return undefined;
  return 'the footer of report.json was made for another content';
}

/** The catalogue, and after it what only the journal knows. */
function facts(catalogue: readonly CheckFacts[], results: ReadonlyMap<string, CheckLine>): CheckFacts[] {
  const known = new Set<string>(catalogue.map((c) => c.id));
  const strangers = [...results.values()].filter((r) => !known.has(r.id));
  return [
    ...catalogue.map(({ id, title, clauses, level, harm }) => ({
      id,
      title,
      clauses,
      level,
      ...(harm && { harm }),
    })),
    ...strangers.map((r) => ({
      id: r.id as CheckFacts['id'],
      title: r.id,
      clauses: ['1'] as [string],
      level: 'must' as const,
    })),
  ];
}

function reportFindings(
  result: CheckLine,
  check: CheckFacts,
  harm: Harm,
  shown: ReadonlyMap<string, Shown>,
): ReportFinding[] {
  return result.findings.map((finding) => {
    const probe = smallestProbe(finding.exchanges, finding.breach, shown);
    const { curl, said } = shown.get(probe) ?? {};
    return {
      severity: finding.as ?? (check.level === 'must' ? 'fail' : 'warn'),
      clause: finding.clause ?? check.clauses[0],
      expected: stated(finding.expected, 'something'),
      actual: stated(finding.actual, 'nothing'),
      place: stated(finding.place, 'exchange'),
      exchanges: [...finding.exchanges],
      probe,
      ...(finding.derived && { derived: finding.derived }),
      ...(said !== undefined && { said }),
      ...(curl !== undefined && { curl }),
      ...(finding.breach && { breach: finding.breach }),
      harm: harmOfBreach(finding.breach, harm),
    };
  });
}
