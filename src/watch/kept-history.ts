import { join } from 'node:path';
import { pageLink } from '../report/html/plain-page.ts';
import { writeAtomically } from '../report/output.ts';
import type { RunColumn } from '../report/side-by-side/facts.ts';
import { historyPage } from '../report/side-by-side/history.ts';
import { reportIn } from './round.ts';
import type { WatchState } from './state.ts';

/** The page of `history` over the kept rounds. */
export const HISTORY_FILE = 'history.html';

/** Writes it if there are at least two rounds to compare. Resolves with whether there is one. */
export async function writeHistory(folder: string, state: WatchState): Promise<boolean> {
  const runs: RunColumn[] = [];
  for (const { folder: name } of state.rounds) {
    const report = name === undefined ? undefined : await reportIn(folder, name);
    if (report) runs.push({ name: name!, report, page: pageLink(folder, join(folder, name!)) });
  }
  if (runs.length < 2) return false;
  await writeAtomically(join(folder, HISTORY_FILE), historyPage(runs));
  return true;
}
