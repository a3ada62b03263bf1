import { basename, dirname, resolve } from 'node:path';
import { pageLink } from '../../report/html/plain-page.ts';
import { openReports } from '../../report/open.ts';
import { writeAtomically } from '../../report/output.ts';
import { matrixPage } from '../../report/side-by-side/matrix.ts';
import { oneLine } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { pageFile, readArguments } from './arguments.ts';

/** `matrix FOLDER… [--out FILE]`: several reports side by side on one HTML page; 0 if it was written. */
export async function matrix(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    'matrix',
    args,
    { out: { type: 'string', default: 'matrix.html' } },
    [1, 100],
  );
  const out = pageFile(resolve(io.cwd, values.out), 'matrix.html');
  const columns = [];
  for await (const { folder, report } of openReports(positionals, io.cwd)) {
    columns.push({ name: basename(folder), report, page: pageLink(dirname(out), folder) });
  }
  await writeAtomically(out, matrixPage(columns));
  io.stdout.write(`${oneLine(out)}\n`);
  return 0;
}
