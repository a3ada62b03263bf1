import { canonicalJson } from '../report/hash.ts';
import type { Report, ReportCheck, ReportFinding } from '../report/model.ts';
import { keyNow } from '../report/old-names.ts';
import { stated } from '../report/text.ts';
import { checksDigest } from '../run/digest.ts';
import type { Check } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { expectedRun } from './expected-run.ts';
import { judgeParts } from './judge-parts.ts';
import { partsOf } from './parts.ts';
import { alteredMembers, rebuild, unfounded } from './rebuild.ts';
import { NOT_RECORDED } from './replay-target.ts';
import { openStoredRun, type StoredRun } from './stored-exchanges.ts';

export interface Difference {
  id: string;
  reported: Verdict;
  judged: Verdict;
  /** The verdict on the evidence, in a line. */
  why: string;
}

/** The result of judging a report's evidence again. */
export interface Judgement {
  /** How many verdicts were judged again. */
  judged: number;
  differences: Difference[];
  /** Checks of the report that this suite does not have. */
  unknown: string[];
  /** Checks of this suite that did not run then. */
  notAsked: string[];
  /** Checks that were interrupted then: there is nothing to judge. */
  interrupted: string[];
  /** Checks that cannot be judged again, because the record lacks their requests. */
  lost: { id: string; why: string }[];
  /** The report that follows from the evidence. */
  rebuilt: Report;
  /** Members of the report that differ from the record, or that its own verdicts contradict. */
  altered: string[];
  /** Whether this suite wrote the record. */
  sameSuite: boolean;
  /** How the record's list of checks and its selection differ from those of the same suite. */
  misrecorded: string[];
}

/**
 * Runs the checks again over the evidence in a report's folder, without any network, and compares verdicts,
 * findings and observations with those of the report.
 */
export async function judgeFolder(
  folder: string,
  report: Report,
  checks: readonly Check[],
): Promise<Judgement> {
  const opened = await openStoredRun(folder);
  try {
    const sameSuite = opened.run.suite.checksDigest === checksDigest();
    const { run, differences: misrecorded } = sameSuite
      ? expectedRun(opened.run, checks)
      : { run: opened.run, differences: [] };
    const stored = { ...opened, run };
    const { results, answers } = await judgeParts(partsOf(stored, folder), checks);
    const judgement = compare(report, { stored, checks, results });
    const interrupted = new Set<string>(judgement.interrupted);
    const judged = (line: CheckLine) => {
      const now = results.get(line.id);
      return interrupted.has(line.id) || (now && isUnasked(line, now)) ? line : now;
    };
    const unrecorded = [...results.values()].filter(
      ({ id }) => !stored.results.has(id) && !interrupted.has(id),
    );
    const rebuilt = await rebuild(folder, { run, judged, unrecorded, answers });
    const altered = sameSuite ? alteredMembers(report, rebuilt) : unfounded(report, rebuilt);
    return { ...judgement, rebuilt, altered, sameSuite, misrecorded };
  } finally {
    await opened.close();
  }
}

interface Replayed {
  stored: StoredRun;
  checks: readonly Check[];
  results: ReadonlyMap<string, CheckLine>;
}

function compare(
  report: Report,
  { stored, checks, results }: Replayed,
): Pick<Judgement, 'judged' | 'differences' | 'unknown' | 'notAsked' | 'interrupted' | 'lost'> {
  const selected = new Set(stored.run.selection.selected);
  const reported = new Map<string, ReportCheck>(report.checks.map((c) => [c.id, c]));
  const known = new Set<string>(checks.map((c) => c.id));
  const asked = (id: string) => reported.has(id) && reported.get(id)?.verdict !== 'skipped';
  const ended = stored.end !== undefined && (stored.end.interrupted ?? stored.end.stopped) === undefined;
  const found = {
    judged: 0,
    differences: [] as Difference[],
    unknown: [] as string[],
    notAsked: checks.map((c) => c.id as string).filter((id) => !asked(id)),
    interrupted: [] as string[],
    lost: [] as Judgement['lost'],
  };
  for (const then of report.checks) {
    const now = results.get(then.id);
    const line = stored.results.get(then.id);
    if (!known.has(then.id)) found.unknown.push(then.id);
    else if (!selected.has(then.id)) {
      const forged = neverSelected(then);
      found.judged += forged.length;
      found.differences.push(...forged);
    } else if (isInterrupted(line, ended)) found.interrupted.push(then.id);
    else if (now && then.verdict !== now.verdict && isLost(now, found.lost)) {
      found.lost.push({ id: then.id, why: now.message.replace(UNREADABLE_BODY, '') });
    } else if (now) {
      found.judged++;
      found.differences.push(...differences(then, now, report), ...recordedOtherwise(then, now, line));
    }
  }
  for (const { id, verdict, message } of results.values()) {
    if (reported.has(id)) continue;
    found.judged++;
    found.differences.push({
      id,
      reported: 'skipped',
      judged: verdict,
      why: `not in the report: ${message}`,
    });
  }
  return found;
}

/** The run had a reason not to ask, such as a service that never answers: the record has only its words. */
function isUnasked(then: CheckLine, now: CheckLine): boolean {
  return (
    then.verdict === 'inconclusive' && then.verdict === now.verdict && now.message.includes(NOT_RECORDED)
  );
}

/**
 * A check that ended early, or never began, because the run was interrupted: a run that `ended` by itself has none.
 */
export function isInterrupted(line: CheckLine | undefined, ended: boolean): boolean {
  if (ended || !line) return !ended;
  return line.verdict === 'inconclusive' && /\bthe run was interrupted\b/.test(line.message);
}

/** The result of a check that reads a large body whose file was altered. */
const UNREADABLE_BODY = 'chatspec failed: BadBodyFile: ';

/** A check whose responses, or those of its dependency, are not in the record. */
function isLost(now: CheckLine, lost: Judgement['lost']): boolean {
  if (now.verdict === 'error') return now.message.startsWith(UNREADABLE_BODY);
  if (now.verdict !== 'inconclusive') return false;
  return now.message.includes(NOT_RECORDED) || lost.some(({ id }) => id === now.blockedBy);
}

/** The record's own result differs: the report agrees with the evidence, and both were altered. */
function recordedOtherwise(then: ReportCheck, now: CheckLine, line: CheckLine | undefined): Difference[] {
  if (then.verdict !== now.verdict || line?.verdict === now.verdict) return [];
  const why = line ? `verdict in the record: ${line.verdict}` : 'the record has no result of this check';
  return [{ id: then.id, reported: then.verdict, judged: now.verdict, why }];
}

/** A check that was not selected has only this verdict. */
function neverSelected(then: ReportCheck): Difference[] {
  if (then.verdict === 'skipped') return [];
  return [{ id: then.id, reported: then.verdict, judged: 'skipped', why: 'not selected' }];
}

function differences(then: ReportCheck, now: CheckLine, report: Report): Difference[] {
  const base = { id: then.id, reported: then.verdict, judged: now.verdict };
  if (then.verdict !== now.verdict) return [{ ...base, why: now.message }];
  const findings = now.findings.map((f, i) => {
    const found = {
      expected: stated(f.expected, 'something'),
      actual: stated(f.actual, 'nothing'),
      place: stated(f.place, 'exchange'),
      exchanges: [...f.exchanges],
    };
    return essence(withReasonOf(then.findings[i], found));
  });
  if (canonicalJson(then.findings.map(essence)) !== canonicalJson(findings)) {
    return [{ ...base, why: `other findings: ${now.message}` }];
  }
  const observed = report.observed.filter((o) => o.check === then.id);
  const pairs = (list: readonly { key: string; value: string }[]) =>
    canonicalJson(list.map((o) => [keyNow(o.key), o.value]));
  if (pairs(observed) !== pairs(now.observations))
    return [{ ...base, why: `other observations: ${now.message}` }];
  return [];
}

/** The parts of a finding that must be equal. */
type Essential = Pick<ReportFinding, 'expected' | 'actual' | 'place' | 'exchanges'>;

const essence = ({ expected, actual, place, exchanges }: Essential) => ({
  expected,
  actual,
  place,
  exchange: exchanges[0],
});

const UNREPEATED = / \(could not be repeated: .*\)$/s;

/** The run had a reason not to repeat a request, such as bodies that never end: the record has only its words. */
function withReasonOf(then: Essential | undefined, now: Essential): Essential {
  const reason = UNREPEATED.exec(then?.actual ?? '')?.[0];
  if (!reason || !UNREPEATED.exec(now.actual)?.[0].includes(NOT_RECORDED)) return now;
  return { ...now, actual: now.actual.replace(UNREPEATED, () => reason) };
}
