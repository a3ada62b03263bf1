import type { Query } from '../endpoints.ts';
import { showSame } from '../judge/parameter-effects.ts';
import type { Page } from '../walk/page.ts';
import { orderAsks } from './order-asks.ts';

/** A page that was asked for once more: by the same request, or by one that says what goes without saying. */
export interface Again {
  page: Page;
  plain: boolean;
}

/** The same records once more, until they come otherwise, or so often that they stand still. */
export async function askedAgain(
  page: Page,
  of: (more: Query, what: string) => Promise<Page>,
  offsets: boolean,
): Promise<Again[]> {
  const again: Again[] = [];
  for (let asks = orderAsks(page.records.length); asks > 0; asks--) {
    // Answers may be remembered for a while: one that says what goes without saying is another request.
    const plain = !offsets || again.length % 2 === 0;
    const one = plain
      ? await of({}, 'records once more')
      : await of({ offset: 0 }, 'records once more, from the first');
    again.push({ page: one, plain });
    if (again.length > 1 && again.some((seen) => !showSame(page, seen.page))) break;
  }
  return again;
}
