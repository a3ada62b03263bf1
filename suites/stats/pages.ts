import { walkedHistory } from '../../src/usage/closed-history.ts';
import { closedDaysStand } from '../../src/usage/days-stand.ts';
import { shownOnce } from '../../src/usage/judge/history.ts';
import { endsQuietly, honoursSize } from '../../src/usage/judge/page.ts';
import { sameRecords } from '../../src/usage/judge/same-records.ts';
import { beginsAlike, shifts } from '../../src/usage/judge/shifts.ts';
import { pageAtEnd } from '../../src/usage/probes/page-at-end.ts';
import {
  atSeam,
  headOfList,
  oddSizes,
  SEAMS,
  shiftedPage,
  sizedPage,
  usefulOffsets,
  usefulSizes,
  withoutSize,
} from '../../src/usage/probes/paging.ts';
import { smallPages } from '../../src/usage/probes/small-pages.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';

const READABLE: readonly CheckId[] = ['path/stats'];

/** Page sizes and offsets of the stats (4.2). */
export const pageChecks: readonly Check[] = [
  {
    id: 'usage/stats-default-page',
    title: 'Without a page size, exactly 100 records come when there are more',
    clauses: ['4.2', '8'],
    level: 'must',
    restsOn: READABLE,
    about:
      'Asks for all records of closed days without a page size. More than 100 fail, and so do fewer while there are more. Not applicable where there are not more than 100 records.',
    async run(context) {
      await context.verify((ask) => withoutSize(context, ask), honoursSize);
    },
  },
  {
    id: 'usage/stats-page-size',
    title: 'As many records come as are asked for, from 1 to 100',
    clauses: ['4.2'],
    level: 'must',
    restsOn: READABLE,
    adaptsTo: ['usage/stats-is-array'],
    about:
      'Asks for pages of 1, 2, 10, 99 and 100 records of closed days. Another number fails, unless there are no more records; so does a page that is no array where the stats without parameters are one.',
    async run(context) {
      const sizes = [1, 2, 10, 99, 100];
      await context.verifyEach(
        sizes.map((size) => (ask) => sizedPage(context, ask, size)),
        honoursSize,
      );
    },
  },
  {
    id: 'usage/stats-page-size-beyond',
    title: 'What a page size of 0, or above 100, means',
    clauses: ['4.2'],
    level: 'open',
    restsOn: READABLE,
    about: 'Asks for pages of 0, 101 and 1,000 records and records what came.',
    async run(context) {
      for (const { size, exchange, came } of await oddSizes(context, [0, 101, 1000])) {
        context.observe(`usage-page-size-${size}`, came, exchange);
      }
    },
  },
  {
    id: 'usage/stats-offset',
    title: 'An offset leaves out as many records as it says',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: READABLE,
    adaptsTo: ['usage/stats-page-size'],
    about:
      'Asks for records of closed days from offsets 0, 1, 2, in the middle, at the last record and beyond it, and from 100 and 200 on. Each must show that part of the list, as far as it comes where page sizes are broken. Behind the last record, where a walk through full pages ends, none may come that was left out; a refusal there warns, and so does a page without an offset that begins otherwise than a longer one.',
    async run(context) {
      const offsets = await usefulOffsets(context);
      await context.verifyEach(
        offsets.map((offset) => (ask) => shiftedPage(context, ask, offset)),
        shifts,
      );
      await context.verifyEach(
        SEAMS.map((seam) => (ask) => atSeam(context, ask, seam)),
        (found) => (found ? shifts(found) : []),
      );
      await context.verify((ask) => pageAtEnd(context, ask), endsQuietly);
      const sizes = await usefulSizes(context);
      if (sizes.length === 0) return;
      await context.verifyEach(
        sizes.map((size) => (ask) => headOfList(context, ask, size)),
        beginsAlike,
      );
    },
  },
  {
    id: 'usage/stats-pages-tile',
    title: 'Walking the pages gives every record once',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedDaysStand,
    restsOn: [...READABLE, 'usage/stats-page-size', 'usage/stats-offset'],
    about:
      'Walks closed days in the largest pages, and in small uneven ones. A record that comes twice or is missing at the seam of two pages fails.',
    async run(context) {
      await context.verify(async (ask) => (await walkedHistory(context, ask)).history, shownOnce);
      await context.verify((ask) => smallPages(context, ask), sameRecords);
    },
  },
];
