import { join } from 'node:path';
import { type HistoryRun, historyOf } from '../report/history/history.ts';
import { historyPage } from '../report/history/render.ts';
import { pageLink } from '../report/html/page-link.ts';
import { writeAtomically } from '../report/output.ts';
import { reportIn } from './round.ts';
import type { WatchState } from './state.ts';

/** The page of `history` over the rounds that are kept. */
export const HISTORY_FILE = 'history.html';

/** Writes it, once there are two rounds to be held side by side. Resolves with whether there is one. */
export async function writeHistory(folder: string, state: WatchState): Promise<boolean> {
  const runs: HistoryRun[] = [];
  for (const { folder: name } of state.rounds) {
    const report = name === undefined ? undefined : await reportIn(folder, name);
    if (report) runs.push({ report, page: pageLink(folder, join(folder, name!)) });
  }
  if (runs.length < 2) return false;
  await writeAtomically(join(folder, HISTORY_FILE), historyPage(historyOf(runs)));
  return true;
}
