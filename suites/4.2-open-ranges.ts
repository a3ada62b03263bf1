import { PAGING } from '../src/usage/history/closed-history.ts';
import { observedRanges } from '../src/usage/probes/observed-ranges.ts';
import type { Check } from '../src/vocabulary/check.ts';

/** Sections 4.2 and 4.3 where ranges are left open. */
export const checks: readonly Check[] = [
  {
    id: 'usage/open-ranges',
    title: 'Day boundaries, default range and reversed ranges',
    clauses: ['4.2', '4.3'],
    level: 'open',
    profile: 'exhaustive',
    restsOn: ['path/stats', 'usage/stats-record-schema'],
    adaptsTo: PAGING,
    about:
      'Requests one closed day: records of that day show that the end date is included. Compares the summary without dates with one that starts long ago to find the default range. Sends a reversed range to stats and summary. Records the results.',
    async run(context) {
      for (const { key, value, exchange } of await observedRanges(context)) {
        context.observe(key, value, exchange);
      }
    },
  },
];
