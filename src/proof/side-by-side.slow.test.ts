import { expect, test } from 'vitest';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { runAgainst } from './against.ts';

const NO_DESCRIPTION = 'request/tools-item-function-description-refused';
const NO_TYPE = 'request/tools-item-type-refused';
const NO_PARAMETERS = 'request/tools-item-function-parameters-refused';
const NUMBERS_AS_TEXT = 'usage/record-total-requests-string';

/** A fault, another one that stands in its way, and the check that finds it all the same. */
const PAIRS: readonly (readonly [fault: string, beside: string, finder: string])[] = [
  ['completion/second-choice-length-called-stop', NO_DESCRIPTION, 'completion/length-when-cut'],
  ['stream/ignored-for-several-choices', NO_DESCRIPTION, 'stream/content-type'],
  ['stream/second-call-id-missing', NO_DESCRIPTION, 'stream/tool-id-first'],
  ['auth/keyless-tools', NO_DESCRIPTION, 'auth/completion-no-key'],
  ['stream/second-choice-lost', NO_TYPE, 'completion/text-given'],
  ['request/tool-choice-type-enumeration-ignored', NO_TYPE, 'request/tool-choice-type-unknown-value'],
  ['request/tool-choice-enumeration-ignored', NO_PARAMETERS, 'request/tool-choice-unknown-value'],
  ['usage/summary-requests-as-records', NUMBERS_AS_TEXT, 'usage/totals-requests'],
  ['usage/export-last-week-only', 'usage/stats-range-ignored', 'usage/totals-requests'],
  ['usage/export-header-repeated', 'usage/export-ragged', 'usage/export-one-header'],
  ['auth/export-unknown-key-with-parameters', 'path/stats-by-post', 'auth/export-unknown-key'],
  ['billing/balance-ignored-for-streamed-choices', 'request/top-p-refused', 'billing/empty-wallet-shapes'],
  ['usage/offset-drifts-late', 'usage/second-page-model-null', 'usage/stats-offset'],
  ['usage/second-page-created-later', 'usage/record-user-id-no-uuid', 'usage/stats-created-before-now'],
  ['usage/summary-long-range-500', 'usage/record-twice-on-long-pages', 'usage/summary-range'],
  [
    'request/tool-choice-auto-refused',
    'request/tools-item-function-parameters-properties-refused',
    'request/accepts-tool-choice',
  ],
];

test.each(PAIRS)('%s shows beside %s', { timeout: 60_000 }, async (fault, beside, finder) => {
  const both = [fault, beside].map((id) => findDeviation(id)!);
  const { results } = await runAgainst(CHECKS, {
    changes: both.map(({ change }) => change),
    service: Object.assign({}, ...both.map(({ service }) => service)),
    settings: Object.assign({}, ...both.map(({ settings }) => settings)),
    seed: 3,
    keysUnsought: true,
  });
  expect(['fail', 'warn']).toContain(results.find(({ id }) => id === finder)?.verdict);
});
