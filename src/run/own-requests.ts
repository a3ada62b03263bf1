import type { Price } from '../vocabulary/billed.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';

/** The requests of a check, or of an area for all its checks. */
export interface Sent extends Partial<Price> {
  requests: number;
}

/**
 * Requests of checks in addition to rows and violations, as sent to the embedded service: usage endpoints with
 * longer histories take more pages. A test compares them with a run. Checks that are not listed use the responses
 * of others.
 */
export const OF_CHECK: Readonly<Partial<Record<CheckId, Sent>>> = {
  'accounting/concurrent': { requests: 11, completions: 5, tokens: 20 },
  'auth/completion-altered-key': { requests: 7 },
  'auth/completion-basic': { requests: 4 },
  'auth/export-basic': { requests: 3 },
  'auth/stats-basic': { requests: 3 },
  'auth/summary-basic': { requests: 3 },
  'billing/empty-wallet-shapes': { requests: 20 },
  'client/create': { requests: 2, completions: 2, tokens: 16 },
  'client/error-classes': { requests: 2 },
  'client/run-tools': { requests: 4, completions: 2, tokens: 96 },
  'client/stream': { requests: 2, completions: 2, tokens: 24 },
  'path/description': { requests: 2 },
  'path/without-api': { requests: 2 },
  'request/accepts-charset': { requests: 1 },
  'request/accepts-chunked': { requests: 1 },
  'request/accepts-no-limit': { requests: 1, completions: 1, tokens: 256 },
  'request/lenient-commas': { requests: 2 },
  'request/lenient-comments': { requests: 2 },
  'request/lenient-numbers': { requests: 4 },
  'request/lenient-quotes': { requests: 3 },
  'request/lenient-trailing': { requests: 3 },
  'request/null-optional': { requests: 10 },
  'request/null-where-listed': { requests: 1, completions: 1, tokens: 1 },
  'request/odd-values-stand': { requests: 10 },
  'request/open-bytes': { requests: 7 },
  'request/open-client-fields': { requests: 4 },
  'request/open-content-type': { requests: 3 },
  'request/open-empty': { requests: 3, completions: 3, tokens: 3 },
  'request/open-halves': { requests: 5, completions: 5, tokens: 5 },
  'request/open-large-body': { requests: 1 },
  'request/open-null-content': { requests: 1, completions: 1, tokens: 1 },
  'request/open-numbers': { requests: 6, completions: 6, tokens: 6 },
  'request/open-tool-members': { requests: 1, completions: 1, tokens: 24 },
  'request/open-unknown-model': { requests: 1 },
  'request/openai-values': { requests: 7 },
  'request/published-description': { requests: 16 },
  'request/unknown-field-names': { requests: 14 },
  'request/unparsable-cut': { requests: 5 },
  'request/unparsable-empty': { requests: 2 },
  'request/unparsable-garbage': { requests: 3 },
  'request/unparsable-grammar': { requests: 4 },
  'request/unparsable-no-object': { requests: 5 },
  'request/unparsable-utf8': { requests: 4 },
  'status/accepted-always': { requests: 3 },
  'status/after-refusal': { requests: 12 },
  'status/other-methods': { requests: 3 },
  'stream/compressed': { requests: 1, completions: 1, tokens: 12 },
  'usage/export-one-sided-ranges': { requests: 5 },
  'usage/export-range': { requests: 2 },
  'usage/export-ranges-meet': { requests: 2 },
  'usage/export-refuses-end-date': { requests: 2 },
  'usage/export-refuses-start-date': { requests: 3 },
  'usage/export-stands-odd-values': { requests: 10 },
  'usage/open-ranges': { requests: 6 },
  'usage/stats-filter-before-page': { requests: 9 },
  'usage/stats-filter-model': { requests: 4 },
  'usage/stats-filter-provider': { requests: 6 },
  'usage/stats-filter-source': { requests: 4 },
  'usage/stats-filters-together': { requests: 4 },
  'usage/stats-of-nothing': { requests: 5 },
  'usage/stats-one-organization': { requests: 3 },
  'usage/stats-page-size': { requests: 5 },
  'usage/stats-page-size-beyond': { requests: 4 },
  'usage/stats-pages-tile': { requests: 8 },
  'usage/stats-parameters-alone': { requests: 16 },
  'usage/stats-range': { requests: 3 },
  'usage/stats-ranges-meet': { requests: 2 },
  'usage/stats-record-schema': { requests: 4 },
  'usage/stats-refuses-end-date': { requests: 2 },
  'usage/stats-refuses-offset': { requests: 3 },
  'usage/stats-refuses-page-size': { requests: 3 },
  'usage/stats-refuses-start-date': { requests: 3 },
  'usage/stats-stands-odd-values': { requests: 29 },
  'usage/summary-one-sided-ranges': { requests: 2 },
  'usage/summary-ranges-meet': { requests: 2 },
  'usage/summary-refuses-end-date': { requests: 2 },
  'usage/summary-refuses-start-date': { requests: 3 },
  'usage/summary-stands-odd-values': { requests: 9 },
};

/** Shared requests of an area: sent if any of its checks is selected. */
export const OF_AREA: Readonly<Record<string, Sent>> = {
  accounting: { requests: 10 },
  auth: { requests: 29, completions: 1, tokens: 8 },
  billing: { requests: 3 },
  isolation: { requests: 41 },
  path: { requests: 3 },
  usage: { requests: 36 },
};

/** Maximum requests of a check of another client. */
export const OF_OTHER_CLIENT: Sent = { requests: 3, completions: 3, tokens: 200 };
