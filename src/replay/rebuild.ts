import { readJournal } from '../record/read.ts';
import { buildReport } from '../report/build.ts';
import { canonicalJson } from '../report/hash.ts';
import type { Report, ReportCheck } from '../report/model.ts';
import type { Lines } from '../report/recorded-run.ts';
import { upgraded } from '../report/upgrade.ts';
import type { CheckLine, RunLine } from '../vocabulary/record.ts';
import type { AnswerCounts } from '../vocabulary/sweep.ts';

/** The lines that replace those of a record. */
export interface Replacement {
  run: RunLine;
  /** The new result for a recorded one, if there is any. */
  judged(line: CheckLine): CheckLine | undefined;
  /** New results that the record lacks. */
  unrecorded: readonly CheckLine[];
  /** How many responses were validated now. */
  answers: readonly AnswerCounts[];
}

/** The report of a folder's record with replaced lines, without a proof: its verdict, counts and sums are recomputed. */
export async function rebuild(
  folder: string,
  { run, judged, unrecorded, answers }: Replacement,
): Promise<Report> {
  const lines: Lines = async function* () {
    for await (const line of readJournal(folder)) {
      if (line.type === 'run') yield run;
      else if (line.type === 'discovery' && line.answers) yield { ...line, answers };
      else if (line.type !== 'check') yield line;
      else {
        const { startedAt, durationMs } = line;
        yield { ...(judged(line) ?? line), startedAt, durationMs };
      }
    }
    yield* unrecorded;
  };
  return upgraded(await buildReport(lines, {}));
}

/** Members that are compared check by check, and members that each version or build writes anew. */
const APART = new Set<string>(['checks', 'observed', 'footer', 'proof', 'formatVersion']);

/** The members of a report that differ from a report of the record. */
export function alteredMembers(report: Report, rebuilt: Report): string[] {
  const names = new Set([...Object.keys(report), ...Object.keys(rebuilt)]);
  const of = (r: Report, name: string) => canonicalJson(r[name as keyof Report] ?? null);
  const members = [...names].filter((name) => !APART.has(name) && of(report, name) !== of(rebuilt, name));
  const told = (r: Report) => canonicalJson(r.checks.map(facts));
  return told(report) === told(rebuilt) ? members : [...members, 'checks'];
}

/** Members that follow, in each version, from the verdicts of the checks and the options of the run. */
const FOLLOWING = new Set(['verdict', 'counts', 'known']);

/** The members of another suite's report that its own results contradict: they follow from the same verdicts. */
export function unfounded(report: Report, rebuilt: Report): string[] {
  const verdicts = ({ checks }: Report) => canonicalJson(checks.map(({ id, verdict }) => [id, verdict]));
  const accepted = ({ checks }: Report) =>
    canonicalJson(checks.flatMap(({ id, findings }) => findings.map((one) => [id, one.accepted ?? null])));
  if (verdicts(report) !== verdicts(rebuilt)) return [];
  const members = alteredMembers(report, rebuilt).filter((name) => FOLLOWING.has(name));
  return accepted(report) === accepted(rebuilt) ? members : [...members, 'accepted'];
}

/** The description of a check and how to repeat it, which judging again does not change. */
function facts({ id, title, clauses, level, area, reproduce }: ReportCheck): object {
  return { id, title, clauses, level, area, reproduce };
}
