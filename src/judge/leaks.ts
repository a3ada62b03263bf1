import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** One finding for each way in which keys came back, naming the exchanges in the order in which they began. */
export function leaksOf(leaks: readonly Exchange[]): readonly Finding[] {
  const byForm = new Map<string, Exchange[]>();
  for (const exchange of leaks) {
    for (const form of exchange.response?.leaks ?? []) {
      byForm.set(form, [...(byForm.get(form) ?? []), exchange]);
    }
  }
  return [...byForm].sort(byName).map(([form, exchanges]) => {
    const ids = exchanges.sort(byId).map((e) => e.id);
    const some = ids.length === 1 ? 'one response' : `${ids.length} responses`;
    return {
      expected: 'no response that holds a key',
      actual: `a key in ${some} (${form}), first in the answer to "${exchanges[0]!.label}"`,
      place: 'response',
      exchanges: [ids[0]!, ...ids.slice(1, 12)],
    };
  });
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

/** `e9` before `e10`. */
const byId = (a: Exchange, b: Exchange) => Number(a.id.slice(1)) - Number(b.id.slice(1));
