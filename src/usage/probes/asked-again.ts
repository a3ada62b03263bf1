import type { Query } from '../endpoints.ts';
import { showSame } from '../judge/parameter-effects.ts';
import type { Page } from '../walk/page.ts';

/** A page on a second request: by the same request, or by one with explicit defaults. */
export interface Again {
  page: Page;
  plain: boolean;
}

/** The same records again, until they differ, or so often that they are stable. */
export async function askedAgain(
  page: Page,
  of: (more: Query, what: string) => Promise<Page>,
  offsets: boolean,
): Promise<Again[]> {
  const again: Again[] = [];
  for (let asks = orderAsks(page.records.length); asks > 0; asks--) {
    // Responses may be cached: one with explicit defaults is another request.
    const plain = !offsets || again.length % 2 === 0;
    const one = plain
      ? await of({}, 'records once more')
      : await of({ offset: 0 }, 'records once more, from the first');
    again.push({ page: one, plain });
    if (again.length > 1 && again.some((seen) => !showSame(page, seen.page))) break;
  }
  return again;
}

/**
 * At least twice, and so often that fewer than one in a thousand random lists of two records have the same order
 * each time.
 */
const LEAST = 2;
const BITS = 10;

/**
 * How often a list of so many records is requested again before its order counts as stable: with fewer records, the
 * same order is likelier by chance.
 */
export function orderAsks(records: number): number {
  return records < 2 ? LEAST : Math.max(LEAST, Math.ceil(BITS / Math.log2(records)));
}
