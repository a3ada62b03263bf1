import { walkedHistory } from '../../src/usage/history/closed-history.ts';
import { shownOnce } from '../../src/usage/judge/history.ts';
import { walkedToTheEnd } from '../../src/usage/judge/last-days.ts';
import { endsQuietly, honoursSize } from '../../src/usage/judge/page.ts';
import { sameRecords } from '../../src/usage/judge/same-records.ts';
import { beginsAlike, shifts } from '../../src/usage/judge/shifts.ts';
import { closedHistoryUnchanged } from '../../src/usage/probes/history-unchanged.ts';
import { lastDays } from '../../src/usage/probes/last-days.ts';
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
import { pageAtEnd, smallPages } from '../../src/usage/probes/small-pages.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';

const READABLE: readonly CheckId[] = ['path/stats'];

/** Page sizes and offsets of the stats (4.2). */
export const pageChecks: readonly Check[] = [
  {
    id: 'usage/stats-default-page',
    title: 'The default page size is 100 records',
    clauses: ['4.2', '8'],
    level: 'must',
    restsOn: READABLE,
    about:
      'Requests closed days without a page size. Fails on more than 100 records, and on fewer if there are more. Not applicable if there are no more than 100 records.',
    async run(context) {
      await context.verify((ask) => withoutSize(context, ask), honoursSize);
    },
  },
  {
    id: 'usage/stats-page-size',
    title: 'A page has the requested number of records, from 1 to 100',
    clauses: ['4.2'],
    level: 'must',
    restsOn: READABLE,
    adaptsTo: ['usage/stats-is-array'],
    about:
      'Requests pages of 1, 2, 10, 99 and 100 records of closed days. Fails on another number unless no records are left, and on a page that is no array if the stats without parameters are one.',
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
    title: 'Page sizes of 0 and above 100',
    clauses: ['4.2'],
    level: 'open',
    restsOn: READABLE,
    about: 'Requests pages of 0, 101 and 1,000 records. Records the number of returned records.',
    async run(context) {
      for (const { size, exchange, came } of await oddSizes(context, [0, 101, 1000])) {
        context.observe(`usage-page-size-${size}`, came, exchange);
      }
    },
  },
  {
    id: 'usage/stats-offset',
    title: 'An offset skips exactly that many records',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: READABLE,
    adaptsTo: ['usage/stats-page-size'],
    about:
      'Requests closed days at offsets 0, 1, 2, in the middle, at and beyond the last record, and from 100 and 200. Warns if an offset beyond the last record is rejected. Warns if a page without an offset starts differently than a longer one. Fails if a page is not that slice of the list, or if records follow the last full page.',
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
    title: 'Paging returns every record once',
    clauses: ['4.2'],
    level: 'must',
    comparesHistory: closedHistoryUnchanged,
    restsOn: [...READABLE, 'usage/stats-page-size', 'usage/stats-offset'],
    about:
      'Pages through closed days with the largest page size, with small uneven ones, and reads the last days alone. Fails if a record is repeated or missing at a page boundary or on the last page.',
    async run(context) {
      await context.verify(async (ask) => (await walkedHistory(context, ask)).history, shownOnce);
      await context.verify((ask) => lastDays(context, ask), walkedToTheEnd);
      await context.verify((ask) => smallPages(context, ask), sameRecords);
    },
  },
];
