import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pageLink } from '../report/html/plain-page.ts';
import { MOST_TOGETHER } from '../report/open.ts';
import { writeAtomically } from '../report/output.ts';
import type { RunColumn } from '../report/side-by-side/facts.ts';
import { historyPage } from '../report/side-by-side/history.ts';
import { REPORT_FILE } from '../report/stored-report.ts';
import { reportIn } from './round.ts';
import type { WatchState } from './state.ts';

/** The page of `history` over the kept rounds. */
export const HISTORY_FILE = 'history.html';

/** Writes it if there are at least two rounds to compare, of the latest ones. Resolves with whether there is one. */
export async function writeHistory(folder: string, state: WatchState): Promise<boolean> {
  const runs: RunColumn[] = [];
  let size = 0;
  for (const { folder: name } of state.rounds.toReversed()) {
    if (name === undefined) continue;
    size += (await stat(join(folder, name, REPORT_FILE)).catch(() => undefined))?.size ?? 0;
    if (size > MOST_TOGETHER) break;
    const report = await reportIn(folder, name);
    if (report) runs.unshift({ name, report, page: pageLink(folder, join(folder, name)) });
  }
  if (runs.length < 2) return false;
  await writeAtomically(join(folder, HISTORY_FILE), historyPage(runs));
  return true;
}
