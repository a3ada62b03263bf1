import { CHECKS } from '../../../suites/index.ts';
import { BadRecord } from '../../record/read.ts';
import { type Judgement, judgeFolder } from '../../replay/judge-folder.ts';
import { openReport } from '../../report/open.ts';
import { NoRun } from '../../report/recorded-run.ts';
import { oneLine, shorten } from '../../report/text.ts';
import { checksDigest } from '../../run/digest.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';

/**
 * `judge FOLDER`: judges the stored evidence again, offline. 0 when every verdict is reproduced; 1 when some are not, or
 * would change with this suite.
 */
export async function judge(args: string[], io: Io): Promise<number> {
  const { positionals } = readArguments(args, {}, { least: 1, most: 1, usage: 'judge FOLDER' });
  const { folder, report } = await openReport(positionals[0]!, io.cwd);
  let found: Judgement;
  try {
    found = await judgeFolder(folder, report, CHECKS);
  } catch (error) {
    const lost = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!lost && !(error instanceof NoRun) && !(error instanceof BadRecord)) throw error;
    throw new OptionError(
      `the evidence in ${positionals[0]} can't be read: ${lost ? 'a file is missing' : (error as Error).message}`,
    );
  }
  const sameSuite = report.suite.checksDigest === checksDigest();
  const say = (text: string) => io.stdout.write(`${oneLine(text)}\n`);
  for (const d of found.differences) {
    const change = d.reported === d.judged ? `${d.reported}, but with` : `${d.reported} → ${d.judged}:`;
    say(`✗ ${d.id}: ${change} ${shorten(d.why, 300)}`);
  }
  if (!sameSuite) say('judged by another suite than the one that wrote the report');
  for (const [list, words] of [
    [found.unknown, 'are not in this suite'],
    [found.notAsked, 'of this suite were not asked then'],
    [found.interrupted, 'were interrupted, so there is nothing to judge'],
  ] as const) {
    if (list.length > 0) say(`${list.length} checks ${words}: ${shorten(list.join(', '), 200)}`);
  }
  const reproduced = found.judged - new Set(found.differences.map((d) => d.id)).size;
  const verb = sameSuite ? 'reproduced' : 'the same with this suite';
  say(`${found.differences.length === 0 ? '✓' : '✗'} ${reproduced} of ${found.judged} verdicts are ${verb}`);
  return found.differences.length === 0 ? 0 : 1;
}
