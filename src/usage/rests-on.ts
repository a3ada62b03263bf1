import type { Check } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { UsageEndpoint } from './endpoints.ts';

/** The check that says that an endpoint answers as itself. */
const ANSWERS: Readonly<Record<UsageEndpoint, CheckId>> = {
  stats: 'usage/stats-is-array',
  summary: 'usage/summary-schema',
  export: 'usage/export-is-csv',
};

/** The check of an answer that has nothing to show: a service that stumbles there does so for odd values as well. */
const OF_NOTHING: Readonly<Partial<Record<UsageEndpoint, CheckId>>> = {
  stats: 'usage/stats-of-nothing',
  summary: 'usage/summary-of-nothing',
};

/** What has to hold before a check of a usage endpoint's parameters means anything (4.5). */
export function restsOn(endpoint: UsageEndpoint): Pick<Check, 'needs' | 'needsIfApplicable'> {
  const nothing = OF_NOTHING[endpoint];
  return { needs: [ANSWERS[endpoint]], needsIfApplicable: nothing === undefined ? [] : [nothing] };
}
