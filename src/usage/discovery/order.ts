import type { Names } from '../../vocabulary/discovered.ts';
import type { UsageNames } from '../../vocabulary/settings.ts';
import type { Parameter } from '../endpoints.ts';
import { candidates } from './candidates.ts';
import { DISTINCTIVE_VALUES } from './effect.ts';
import type { Prober } from './probe.ts';

/** Sizes and offsets cost least, and show the style of names. */
export const ORDER: readonly Parameter[] = ['limit', 'offset', 'start', 'end', 'model', 'provider', 'source'];
/** The parameters that are searched first. */
export const FIRST: readonly Parameter[] = ['limit', 'offset'];

/** Sends the first requests of the search at once. */
export async function askLikeliest(prober: Prober, given: UsageNames): Promise<void> {
  const looked = FIRST.filter((parameter) => given[parameter] === undefined);
  await Promise.all(
    looked.map((parameter) => {
      const [name] = candidates(parameter, {});
      return prober.try([[name!, DISTINCTIVE_VALUES[parameter]]], `${name} for ${parameter}`);
    }),
  );
}

/** The names in an order that does not depend on timing. */
export function inOrder(names: Names): Names {
  const place = (name: string) => (ORDER as readonly string[]).indexOf(name);
  return Object.fromEntries(Object.entries(names).sort(([a], [b]) => place(a) - place(b)));
}
