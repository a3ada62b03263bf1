import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../cli/main.ts';
import { JOURNAL_FILE } from '../record/journal.ts';
import type { Report } from '../report/model.ts';
import { asReport } from '../report/validate.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { unpackedRecord } from './altered/packed-record.ts';
import { keyTraces } from './key-traces.ts';

const FORMATS = ['index.html', 'junit.xml', 'ctrf.json', 'results.sarif', 'summary.md', 'manifest.json'];

/** What a command of this suite said, in this process. */
export async function say(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
  });
  const io = { stdout: into('stdout'), stderr: into('stderr'), cwd: process.cwd(), env: {} };
  return { exit: await main(args, io), ...said };
}

/** The complete lines of a record, without a truncated last one. */
export function recorded(folder: string): RecordLine[] {
  const file = join(folder, JOURNAL_FILE);
  if (!existsSync(file)) return [];
  const lines = unpackedRecord(readFileSync(file)).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/**
 * Makes the report of a run that was ended from outside, and holds it against the record: complaints, a line each. Nothing
 * that was recorded may be missing, and of a run that recorded nothing `render` has to say so in one line.
 */
export async function complaintsAboutInterrupted(folder: string, key: string): Promise<string[]> {
  const lines = recorded(folder);
  const made = await say('render', folder);
  if (lines.length === 0) {
    const clear = /^chatspec: \S+ (has no record: .+|is not a report folder)\n$/.test(made.stderr);
    return made.exit === 2 && clear ? [] : [`render of nothing: ${made.exit} ${made.stderr}`];
  }
  if (made.stderr !== '') return [`render: ${made.exit} ${made.stderr}`];
  const report = asReport(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
  const verified = await say('verify', folder);
  const ended = lines.at(-1)?.type === 'end';
  const exits = ended ? [0, 1, 3, 130] : [1, 3];
  const found: (string | false)[] = [
    !exits.includes(made.exit) && `render ended with ${made.exit}`,
    ...FORMATS.map((name) => !existsSync(join(folder, name)) && `no ${name}`),
    verified.exit !== 0 && `verify: ${verified.stdout}`,
    ended === (report.ended?.cutOff === true) && `cut off: ${report.ended?.cutOff}`,
    ...missing(lines, report),
    ...(await keyTraces(folder, {}, [key])).map((where) => `the key in ${where}`),
  ];
  return found.filter((line) => line !== false);
}

function missing(lines: readonly RecordLine[], report: Report): string[] {
  const exchanges = lines.filter((line) => line.type === 'exchange').length;
  const verdicts = new Map(report.checks.map((check) => [check.id as string, check.verdict]));
  const lost = lines.filter((line) => line.type === 'check' && verdicts.get(line.id) !== line.verdict);
  return [
    ...(report.footer.exchanges === exchanges
      ? []
      : [`${report.footer.exchanges} of ${exchanges} exchanges`]),
    ...lost.map((line) => `lost: ${JSON.stringify(line).slice(0, 100)}`),
  ];
}
