import { runAgainst } from '../proof/against.ts';
import type { Sent } from '../run/own-requests.ts';
import type { Check } from '../vocabulary/check.ts';

/** The list in which the plan of a run finds the requests of single checks. */
export const OWN_REQUESTS = 'src/run/own-requests.ts';

const OPENING = 'export const OF_CHECK: Readonly<Partial<Record<CheckId, Sent>>> = {\n';

/** The requests that a run sends for each of some checks only: the difference to a run without the check. */
export async function ownRequests(
  ids: readonly string[],
  checks: readonly Check[],
): Promise<ReadonlyMap<string, Sent>> {
  const run = (selected: readonly Check[]) =>
    runAgainst(selected, { changes: [], seed: 4, keysUnsought: true });
  const found = new Map<string, Sent>();
  if (ids.length === 0) return found;
  const all = await run(checks);
  for (const id of ids) {
    const others = await run(checks.filter((check) => check.id !== id));
    const completions = all.billed - others.billed;
    const tokens = all.tokens - others.tokens;
    const requests = all.requests - others.requests;
    found.set(id, { requests, ...(completions > 0 && { completions, tokens }) });
  }
  return found;
}

/** The file of that list with the row of a check; without it if the check sends nothing of its own. */
export function withOwnRequests(text: string, id: string, sent: Sent): string {
  const start = text.indexOf(OPENING) + OPENING.length;
  const end = text.indexOf('};', start);
  const rows = text
    .slice(start, end)
    .split('\n')
    .filter((row) => row !== '' && !row.includes(`'${id}'`));
  const members = Object.entries(sent).map(([name, count]) => `${name}: ${count}`);
  if (sent.requests > 0) rows.push(`  '${id}': { ${members.join(', ')} },`);
  return `${text.slice(0, start)}${rows.sort().join('\n')}\n${text.slice(end)}`;
}
