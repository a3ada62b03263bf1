import { CHECKS } from '../../../suites/index.ts';
import { BadBodyFile } from '../../http/body-file.ts';
import { BadRecord } from '../../record/read.ts';
import { type Judgement, judgeFolder } from '../../replay/judge-folder.ts';
import { differingFiles } from '../../report/exports/differing-files.ts';
import { verifyFolder } from '../../report/integrity/verify.ts';
import type { Report } from '../../report/model.ts';
import { openReport } from '../../report/open.ts';
import { NoRun } from '../../report/recorded-run.ts';
import { oneLine, shorten } from '../../report/text.ts';
import { InvalidReport } from '../../report/validate.ts';
import { SUITE_VERSION, suiteCommit } from '../../run/suite.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';

/**
 * `judge FOLDER`: compares the folder with its manifest, then judges the stored evidence again, offline, and
 * recomputes verdict and counts. Returns 0 if nothing changed and every verdict is reproduced; 1 otherwise, or if
 * verdicts change with this suite.
 */
export async function judge(args: string[], io: Io): Promise<number> {
  const { positionals } = readArguments('judge', args, {}, [1, 1]);
  const say = (text: string) => io.stdout.write(`${oneLine(shorten(text, 600))}\n`);
  // What was changed is a difference, and no error.
  const { folder, report } = await openReport(positionals[0]!, io.cwd, false);
  const { problems } = await verifyFolder(folder);
  for (const problem of problems.slice(0, SHOWN)) say(`✗ ${problem}`);
  const found = await judgeFolder(folder, report, CHECKS).catch((error: unknown) => {
    throw evidenceProblem(error, positionals[0]!, problems.length > 0);
  });
  for (const d of found.differences) {
    const change = d.reported === d.judged ? `${d.reported}, but with` : `${d.reported} → ${d.judged}:`;
    say(`✗ ${d.id}: ${change} ${shorten(d.why, 300)}`);
  }
  for (const { id, why } of found.lost) say(`✗ ${id}: cannot be re-judged: ${shorten(why, 300)}`);
  for (const words of found.misrecorded) say(`✗ ${words}`);
  if (!found.sameSuite) say(`another version of chatspec wrote this report: ${NOT_COMPARED}`);
  for (const [list, words] of [
    [found.unknown, 'not in this version'],
    [found.notAsked, 'in this version, but not in that run'],
    [found.interrupted, 'the run was interrupted before this check'],
  ] as const) {
    if (list.length > 0) say(`${counted(list.length, 'check')} ${words}: ${shorten(list.join(', '), 200)}`);
  }
  const altered = problems.length > 0;
  const files = found.sameSuite && !altered ? await differingFiles(folder, report) : [];
  const sameBuild = report.suite.version === SUITE_VERSION && report.suite.commit === suiteCommit();
  if (files.length > 0)
    say(`${sameBuild ? '✗ differ from a new rendering' : ANOTHER_BUILD}: ${files.join(', ')}`);
  return conclusion(found, report, { altered, forged: sameBuild ? files : [], say });
}

const NOT_COMPARED = 'its files are not compared with a new rendering';
const ANOTHER_BUILD = 'another build of chatspec wrote these files, and renders them differently';

/** Lines of a kind that are shown. */
const SHOWN = 100;

interface Circumstances {
  /** Whether the folder differs from its manifest. */
  altered: boolean;
  /** Files that differ from a new rendering by the same build. */
  forged: readonly string[];
  say(text: string): unknown;
}

/** The summary in the last lines; returns the exit code. */
function conclusion(found: Judgement, report: Report, { altered, forged, say }: Circumstances): 0 | 1 {
  const { rebuilt, sameSuite } = found;
  const { altered: members } = found;
  if (members.length > 0) say(`✗ report.json differs from its record in: ${members.join(', ')}`);
  const wrong = new Set(found.differences.map((d) => d.id)).size;
  const good =
    wrong === 0 && found.lost.length === 0 && [...members, ...found.misrecorded, ...forged].length === 0;
  say(`the report says: ${report.verdict}, ${report.summary}`);
  say(`the evidence says: ${rebuilt.verdict}, ${rebuilt.summary}`);
  const held = `${found.judged - wrong} of ${found.judged + found.lost.length} verdicts`;
  if (altered) say(`✗ the folder was modified: its current evidence supports ${held} of its report`);
  else say(`${good ? '✓' : '✗'} ${held} are ${sameSuite ? 'reproduced' : 'the same with this suite'}`);
  return good && !altered ? 0 : 1;
}

/** The message for unreadable evidence: the alteration of the folder, or else an error of chatspec. */
function evidenceProblem(error: unknown, argument: string, altered: boolean): unknown {
  const lost = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const known = [NoRun, BadRecord, BadBodyFile, InvalidReport].some((kind) => error instanceof kind);
  if (!lost && !known && !altered) return error;
  return new OptionError(
    `cannot read the evidence in ${argument}: ${lost ? 'a file is missing' : (error as Error).message}`,
  );
}
