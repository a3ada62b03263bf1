import { PAGING } from '../src/usage/closed-history.ts';
import { observedRanges } from '../src/usage/probes/observed-ranges.ts';
import type { Check } from '../src/vocabulary/check.ts';

/** Sections 4.2 and 4.3 where ranges are left open. */
export const checks: readonly Check[] = [
  {
    id: 'usage/open-ranges',
    title: 'What a range covers where the contract does not say',
    clauses: ['4.2', '4.3'],
    level: 'open',
    profile: 'standard',
    restsOn: ['path/stats', 'usage/stats-record-schema'],
    adaptsTo: PAGING,
    about:
      'Asks for one closed day with records, from that day to itself: records of it say that the end date is included. Asks for the summary without dates beside one from long ago on, which shows the default range, and for stats and summary of a reversed range. What comes is recorded.',
    async run(context) {
      for (const { key, value, exchange } of await observedRanges(context)) {
        context.observe(key, value, exchange);
      }
    },
  },
];
