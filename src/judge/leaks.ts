import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { NOT_A_KEY } from '../vocabulary/leak-forms.ts';

/**
 * One finding for each form in which keys were returned: in how many responses, in which headers and at which byte,
 * naming the exchanges in order. The most frequent form comes first, since a summary shows one.
 */
export function leaksOf(leaks: readonly Exchange[]): readonly Finding[] {
  const byForm = new Map<string, Exchange[]>();
  for (const exchange of leaks) {
    for (const form of exchange.response?.leaks ?? []) {
      if (form === NOT_A_KEY) continue;
      byForm.set(form, [...(byForm.get(form) ?? []), exchange]);
    }
  }
  return [...byForm].sort(byCount).map(([form, exchanges]) => {
    const ids = exchanges.sort(byId).map((e) => e.id);
    const some = ids.length === 1 ? 'one response' : `${ids.length} responses`;
    const places = Map.groupBy(
      exchanges.flatMap((e) => placesIn(e, form)),
      (place) => place.in,
    );
    const told = [...places].map(([name, all]) => {
      const at = all[0]!.at;
      const first = at === undefined ? '' : `, at byte ${at} in the first`;
      return `${name} of ${all.length}${first}`;
    });
    return {
      expected: 'no key in any response',
      actual: `a key in ${some} (${form}): ${told.join('; ')}; first in the response to "${exchanges[0]!.label}"`,
      place: placesIn(exchanges[0]!, form)[0]!.in,
      derived: 'computed',
      exchanges: [ids[0]!, ...ids.slice(1, 12)],
    };
  });
}

/**
 * The position of keys of a form in a response, with the byte of a body; `response` if no single position is known.
 */
function placesIn({ response }: Exchange, form: string): { in: string; at?: number }[] {
  const known = new Set(response?.leakedIn?.flatMap(([one, place]) => (one === form ? [place] : [])));
  if (known.size === 0) return [{ in: 'response' }];
  return [...known].map((place) => {
    const body = place === 'body' ? Buffer.from(response!.body.bytes).toString('latin1') : '';
    const at = HIDDEN.exec(body)?.index;
    return { in: place, ...(at !== undefined && { at }) };
  });
}

/** The appearance of a hidden key. */
const HIDDEN = /\*{8}/;

type InForm = readonly [form: string, exchanges: readonly Exchange[]];

const byCount = ([a, some]: InForm, [b, others]: InForm) => others.length - some.length || (a < b ? -1 : 1);

/** `e9` before `e10`. */
const byId = (a: Exchange, b: Exchange) => Number(a.id.slice(1)) - Number(b.id.slice(1));
