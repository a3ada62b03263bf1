import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pageLink } from '../../report/html/plain-page.ts';
import { openReports, reportFolder } from '../../report/open.ts';
import { writeAtomically } from '../../report/output.ts';
import { createPalette, wantsColours } from '../../report/palette.ts';
import type { RunColumn } from '../../report/side-by-side/facts.ts';
import { historyPage, historyText } from '../../report/side-by-side/history.ts';
import { REPORT_FILE } from '../../report/stored-report.ts';
import { oneLine } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { pageFile, readArguments } from './arguments.ts';

/**
 * `history FOLDER… [--html FILE]`: one target over many runs; 0 if all reports were read. A folder without a report
 * of its own stands for the reports in it, such as `reports` or the folder of a watch.
 */
export async function history(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments('history', args, { html: { type: 'string' } }, [1, 1000]);
  const out = pageFile(resolve(io.cwd, values.html ?? '.'), 'history.html');
  const runs: RunColumn[] = [];
  const folders = (await Promise.all(positionals.map((one) => runsIn(one, io.cwd)))).flat();
  for await (const { folder, report } of openReports(folders, io.cwd)) {
    runs.push({ name: basename(folder), report, page: pageLink(dirname(out), folder) });
  }
  io.stdout.write(historyText(runs, createPalette(wantsColours(io.stdout, io.env))));
  if (values.html !== undefined) {
    await writeAtomically(out, historyPage(runs));
    io.stderr.write(`${oneLine(out)}\n`);
  }
  return 0;
}

/** The folder itself if it contains a report; otherwise the subfolders with a report, without links. */
async function runsIn(argument: string, cwd: string): Promise<string[]> {
  const folder = await reportFolder(argument, cwd);
  const hasReport = (path: string) => existsSync(join(path, REPORT_FILE));
  if (hasReport(folder)) return [argument];
  const within = await readdir(folder, { withFileTypes: true });
  const runs = within.filter((entry) => entry.isDirectory() && hasReport(join(folder, entry.name)));
  // If there are none, opening the folder itself reports what is missing.
  return runs.length > 0 ? runs.map(({ name }) => join(argument, name)).sort() : [argument];
}
