import type { UsageNames } from '../../vocabulary/settings.ts';
import type { Names, Parameter } from '../endpoints.ts';
import { candidates } from './candidates.ts';
import { DISTINCTIVE_VALUES } from './effect.ts';
import type { Prober } from './probe.ts';

/** Sizes and offsets cost least, and show how this service writes its names. */
export const ORDER: readonly Parameter[] = ['limit', 'offset', 'start', 'end', 'model', 'provider', 'source'];
/** What is looked for before all others. */
export const FIRST: readonly Parameter[] = ['limit', 'offset'];

/** Asks at once for what the search asks first in any case. */
export async function askLikeliest(prober: Prober, given: UsageNames): Promise<void> {
  const looked = FIRST.filter((parameter) => given[parameter] === undefined);
  await Promise.all(
    looked.map((parameter) => {
      const [name] = candidates(parameter, {});
      return prober.try([[name!, DISTINCTIVE_VALUES[parameter]]], `${name} for ${parameter}`);
    }),
  );
}

/** The names in an order that does not depend on which of them was found first. */
export function inOrder(names: Names): Names {
  const place = (name: string) => (ORDER as readonly string[]).indexOf(name);
  return Object.fromEntries(Object.entries(names).sort(([a], [b]) => place(a) - place(b)));
}
