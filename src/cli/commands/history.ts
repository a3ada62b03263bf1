import { dirname, resolve } from 'node:path';
import { type HistoryRun, historyOf } from '../../report/history/history.ts';
import { historyPage, historyText } from '../../report/history/render.ts';
import { pageLink } from '../../report/html/page-link.ts';
import { openReport } from '../../report/open.ts';
import { writeAtomically } from '../../report/output.ts';
import { createPalette, wantsColours } from '../../report/palette.ts';
import { oneLine } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { readArguments } from './arguments.ts';

/** `history FOLDER… [--html FILE]`: one target over many runs; 0 when all could be read. */
export async function history(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    args,
    { html: { type: 'string' } },
    { least: 2, most: 1000, usage: 'history FOLDER… [--html FILE]' },
  );
  const out = resolve(io.cwd, values.html ?? 'history.html');
  const runs: HistoryRun[] = [];
  for (const argument of positionals) {
    const { folder, report } = await openReport(argument, io.cwd);
    runs.push({ report, page: pageLink(dirname(out), folder) });
  }
  const found = historyOf(runs);
  io.stdout.write(historyText(found, createPalette(wantsColours(io.stdout, io.env))));
  if (values.html !== undefined) {
    await writeAtomically(out, historyPage(found));
    io.stderr.write(`${oneLine(out)}\n`);
  }
  return 0;
}
