import { createSession } from '../engine/run-checks.ts';
import { canonicalJson } from '../report/hash.ts';
import type { Report, ReportCheck, ReportFinding } from '../report/model.ts';
import { stated } from '../report/text.ts';
import { plainCompletion, shakeHands } from '../run/handshake.ts';
import type { Check } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { createReplay } from './replay-target.ts';
import { openStoredRun } from './stored-exchanges.ts';

export interface Difference {
  id: string;
  reported: Verdict;
  judged: Verdict;
  /** What the evidence says, in a line. */
  why: string;
}

/** What came of judging a report's evidence once more. */
export interface Judgement {
  /** How many verdicts were judged again. */
  judged: number;
  differences: Difference[];
  /** Checks of the report that this suite does not have. */
  unknown: string[];
  /** Checks of this suite that were not asked then. */
  notAsked: string[];
  /** Checks that were interrupted then: there is nothing to judge. */
  interrupted: string[];
}

/**
 * Runs the checks again over the evidence in a report's folder, without any network, and compares verdicts, findings and
 * observations with those of the report.
 */
export async function judgeFolder(
  folder: string,
  report: Report,
  checks: readonly Check[],
): Promise<Judgement> {
  const stored = await openStoredRun(folder);
  try {
    const { run } = stored;
    const selected = new Set(run.selection.selected);
    const replayed = checks.filter((c) => selected.has(c.id));
    const target = createReplay(stored, folder);
    const session = createSession({
      plainCompletion,
      checks: replayed,
      settings: run.settings,
      credentials: run.credentials,
      target,
    });
    session.begin(await shakeHands(session.runContext, run.settings));
    const results = new Map((await session.all()).map((line) => [line.id, line]));
    const judgement: Judgement = { judged: 0, differences: [], unknown: [], notAsked: [], interrupted: [] };
    const reported = new Map<string, ReportCheck>(report.checks.map((c) => [c.id, c]));
    const known = new Set<string>(checks.map((c) => c.id));
    for (const check of checks) {
      const then = reported.get(check.id);
      if (!then || then.verdict === 'skipped') judgement.notAsked.push(check.id);
    }
    for (const then of report.checks) {
      const now = results.get(then.id);
      const line = stored.results.get(then.id);
      if (!known.has(then.id)) judgement.unknown.push(then.id);
      else if (!selected.has(then.id)) {
        const forged = neverSelected(then);
        judgement.judged += forged.length;
        judgement.differences.push(...forged);
      } else if (isInterrupted(line)) judgement.interrupted.push(then.id);
      else if (now) {
        judgement.judged++;
        judgement.differences.push(...differences(then, now, report));
      }
    }
    return judgement;
  } finally {
    stored.close();
  }
}

/** A check that ended, or never began, because the run was interrupted. */
function isInterrupted(line: CheckLine | undefined): boolean {
  return !line || (line.verdict === 'inconclusive' && /\bthe run was interrupted\b/.test(line.message));
}

/** A check that was not selected has no verdict but that. */
function neverSelected(then: ReportCheck): Difference[] {
  if (then.verdict === 'skipped') return [];
  return [{ id: then.id, reported: then.verdict, judged: 'skipped', why: 'it was not selected' }];
}

function differences(then: ReportCheck, now: CheckLine, report: Report): Difference[] {
  const base = { id: then.id, reported: then.verdict, judged: now.verdict };
  if (then.verdict !== now.verdict) return [{ ...base, why: now.message }];
  const findings = now.findings.map((f) =>
    essence({
      expected: stated(f.expected, 'something'),
      actual: stated(f.actual, 'nothing'),
      place: stated(f.place, 'exchange'),
      exchanges: [...f.exchanges],
    }),
  );
  if (canonicalJson(then.findings.map(essence)) !== canonicalJson(findings)) {
    return [{ ...base, why: `other findings: ${now.message}` }];
  }
  const observed = report.observed.filter((o) => o.check === then.id);
  const pairs = (list: readonly { key: string; value: string }[]) =>
    canonicalJson(list.map((o) => [o.key, o.value]));
  if (pairs(observed) !== pairs(now.observations))
    return [{ ...base, why: `other observations: ${now.message}` }];
  return [];
}

/** What must be the same in a finding, however it was written down. */
function essence(finding: Pick<ReportFinding, 'expected' | 'actual' | 'place' | 'exchanges'>): object {
  const { expected, actual, place, exchanges } = finding;
  return {
    expected,
    actual,
    place,
    exchange: exchanges[0],
  };
}
