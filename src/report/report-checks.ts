import { areaOf } from '../vocabulary/areas.ts';
import { type Harm, harmOfBreach, UNTOLD_HARM, worstHarm } from '../vocabulary/harm.ts';
import type { CatalogueEntry, CheckFacts, CheckLine, RunLine } from '../vocabulary/record.ts';
import { PROFILES } from '../vocabulary/settings.ts';
import type { Report, ReportCheck, ReportFinding } from './model.ts';
import { blockerNamed } from './old-names.ts';
import { ownTimes } from './own-time.ts';
import type { RecordedRun } from './recorded-run.ts';
import { reproduceCheck } from './reproduce.ts';
import { type Shown, smallestProbe } from './shown.ts';
import { stated } from './text.ts';

/** The inputs for the checks of a report. */
export interface ChecksSource {
  recorded: RecordedRun;
  /** Every known check; those that only the record contains follow. */
  catalogue: readonly CatalogueEntry[];
  target: Pick<Report['target'], 'baseUrl' | 'model' | 'reasoningModel'>;
  /** The requests of findings. */
  shown: ReadonlyMap<string, Shown>;
}

/** Every check with its result, including checks that were not selected or not reached. */
export function reportChecks(source: ChecksSource): ReportCheck[] {
  const { results, run } = source.recorded;
  const { selected } = run.selection;
  const all = facts(source.catalogue, results);
  const order = all.map(({ id }) => id);
  const entries = new Map<string, CatalogueEntry>(source.catalogue.map((entry) => [entry.id, entry]));
  const times = ownTimes(order, results, source.recorded.flights);
  return all.map((check): ReportCheck => {
    const harm = check.harm ?? UNTOLD_HARM;
    const shared = {
      ...check,
      harm,
      area: areaOf(check.id),
      durationMs: times.get(check.id)!,
      reproduce: reproduceCheck([check.id, ...askersOf(check.id, source)], {
        ...(run.repeat !== undefined && { repeat: run.repeat }),
        target: source.target,
        seed: run.settings.seed,
      }),
    };
    const result = results.get(check.id);
    if (result) return { ...shared, ...outcome(result, check, harm, source) };
    if (selected.includes(check.id)) return { ...shared, ...UNREACHED };
    const entry = entries.get(check.id) ?? check;
    return { ...shared, ...UNREACHED, verdict: 'skipped', message: whySkipped(entry, run) };
  });
}

/**
 * The check that sent the request of a finding about every response, if it is another one: alone, this check would
 * not send it.
 */
function askersOf(id: string, { recorded, catalogue, shown }: ChecksSource): string[] {
  const finding = recorded.results.get(id)?.findings.find(({ seen }) => seen !== undefined);
  const owner = shown.get(finding?.exchanges[0] ?? '')?.owner ?? '';
  const isAsker = (other: string) => other !== id && `${owner}/`.startsWith(`${other}/`);
  return catalogue.map((entry): string => entry.id).filter(isAsker);
}

type Outcome = Omit<ReportCheck, keyof CheckFacts | 'area' | 'reproduce' | 'durationMs'> & { harm: Harm };

const UNREACHED = {
  verdict: 'inconclusive',
  message: 'the run ended before this check',
  findings: [],
  evidence: [],
  attempts: 0,
} satisfies Omit<Outcome, 'harm'>;

/** Why a run did not include a check: a missing option, or the selection. */
function whySkipped({ profile = 'smoke', client }: CatalogueEntry, { settings, selection }: RunLine): string {
  if (client && !settings.clients?.includes(client)) return `needs --clients ${client}`;
  if (PROFILES.indexOf(profile) > PROFILES.indexOf(settings.profile))
    return `not in the ${settings.profile} profile`;
  if (selection.only.length + selection.skip.length > 0) return 'skipped by --only, --skip or --scope';
  return settings.shard ? 'in another shard' : 'not selected';
}

function outcome(
  result: CheckLine,
  check: CheckFacts,
  harm: Harm,
  { recorded, shown }: ChecksSource,
): Outcome {
  const { verdict, message, evidence } = result;
  const repeated = evidence.some((id) => recorded.repeated.has(id));
  const findings = reportFindings(result, check, harm, shown);
  const weighty = findings.filter((f) => f.severity === verdict).map((f) => f.harm);
  const blockedBy = blockerNamed(result);
  return {
    harm: worstHarm(weighty, harm),
    verdict,
    message,
    findings,
    evidence,
    ...(blockedBy !== undefined && { blockedBy }),
    attempts: repeated ? 2 : evidence.length > 0 ? 1 : 0,
  };
}

/** The catalog, followed by checks that only the journal contains. */
function facts(catalogue: readonly CheckFacts[], results: ReadonlyMap<string, CheckLine>): CheckFacts[] {
  const known = new Set<string>(catalogue.map((c) => c.id));
  const strangers = [...results.values()].filter((r) => !known.has(r.id));
  return [
    ...catalogue.map(({ id, title, clauses, level, harm, restsOn, adaptsTo }) => ({
      id,
      title,
      clauses,
      level,
      ...(harm && { harm }),
      ...(restsOn && { restsOn }),
      ...(adaptsTo && { adaptsTo }),
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
    const { curl, said, status, endMs = 0 } = shown.get(probe) ?? {};
    const isError = finding.breach === 'server-error' && status !== undefined;
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
      ...(isError && { answered: { status, afterMs: Math.round(endMs) } }),
      ...(curl !== undefined && { curl }),
      ...(finding.seen && { seen: finding.seen }),
      ...(finding.breach && { breach: finding.breach }),
      harm: harmOfBreach(finding.breach, harm),
    };
  });
}
