import type { Fault, Variant } from '../../reference/src/deviation.ts';
import { VARIANTS } from '../../reference/src/deviations/index.ts';
import { randomStream } from '../vocabulary/random.ts';
import { compatible } from './pairs.ts';

/**
 * Other conformant services on which faults have to be caught as well: `opposite` chooses the alternative wherever
 * the contract leaves a choice, `mix` is drawn for each seed.
 */
export const BASES = ['opposite', 'mix'] as const;

/** The combined alternatives: one variant per facet, none of which causes a warning or an inconclusive check. */
export const OPPOSITE: readonly string[] = [
  'request/openai-fields-taken',
  'request/nested-unknown-refused',
  'request/limit-positive',
  'request/empty-lists-refused',
  'request/four-stops',
  'request/top-logprobs-alone-refused',
  'request/two-choices-at-most',
  'request/one-limit-only',
  'request/one-system-message-first',
  'request/content-type-needed',
  'request/length-required',
  'stream/no-space',
  'stream/crlf',
  'stream/three-bytes',
  'stream/charset',
  'stream/role-alone',
  'stream/filter-results-first',
  'stream/finish-left-out',
  'stream/empty-deltas',
  'stream/emoji-in-halves',
  'stream/fingerprint',
  'stream/choices-interleaved',
  'stream/usage-none',
  'completion/few-members',
  'completion/id-uuid',
  'completion/four-tokens',
  'completion/provider-members',
  'completion/message-lean',
  'completion/model-versioned',
  'completion/logprobs-legacy',
  'completion/calls-finish-stop',
  'completion/call-index',
  'completion/charset',
  'completion/pretty',
  'completion/choices-reversed',
  'error/detail',
  'error/no-headers',
  'auth/usage-403',
  'usage/invalid-400',
  'request/unknown-model-404',
  'request/not-an-object-422',
  'auth/body-first',
  'auth/bearer-any-case',
  'billing/usage-402',
  'billing/checked-first',
  'path/trailing-slash',
  'path/get-anything',
  'usage/other-words',
  'usage/unknown-refused',
  'usage/by-tokens',
  'usage/end-exclusive',
  'usage/day-at-new-york',
  'usage/default-30-days',
  'usage/pages-of-100-at-most',
  'usage/strange-values-nothing',
  'usage/page-size-zero',
  'usage/looks-back-a-year',
  'usage/more-members',
  'usage/date-without-offset',
  'usage/sources-as-tokens',
  'usage/model-upstream-name',
  'usage/created-anew',
  'usage/id-capitals',
  'usage/days-with-data',
  'usage/provider-not-shown',
  'csv/dates-day-first',
  'csv/addresses-guarded',
  'csv/all-quoted',
  'csv/lf',
  'csv/no-final-newline',
  'csv/semicolon',
  'csv/bom',
  'csv/totals',
  'csv/octet-stream',
  'csv/nothing-204',
  'usage/lags-2-seconds',
  'usage/choices-as-requests',
];

/** The variants of a named base, or a single one by its id. Throws a `TypeError` for anything else. */
export function variantsOf(base: string, seed: number): Variant[] {
  if (base === 'mix') return mixed(seed);
  return (base === 'opposite' ? OPPOSITE : [base]).map((id) => {
    const found = VARIANTS.find((variant) => variant.id === id);
    if (!found) throw new TypeError(`no base ${id}`);
    return found;
  });
}

/**
 * Variants that hide faults: organizations with too little usage, exports of one row per model or without the names of
 * counts, records in a random order, and usage that is counted at a different time for each completion. Also a history of
 * thousands of records, with which a run takes five times as long: those variants are tried separately.
 */
const OBSCURE: readonly string[] = [
  'usage/keeps-31-days',
  'usage/lags-unevenly',
  'csv/no-total',
  'usage/no-history',
  'usage/one-record',
  'usage/100-records',
  'usage/pages-turned',
  'csv/summed-over-days',
  'usage/5000-records',
];

/** Later variants are not drawn: each would change the mix of every seed, of which it is known what shows there. */
const LATER: readonly string[] = [
  'service/limiter-page-503',
  'completion/hidden-system-prompt',
  'usage/dates-by-instance',
  'usage/provider-by-instance',
  'usage/ids-in-two-cases',
  'usage/yesterday-corrected',
  'completion/text-after-newlines',
  'completion/text-before-newline',
  'completion/names-escaped',
  'usage/date-of-year',
  'usage/date-of-week',
  'csv/preamble',
  'request/top-logprobs-alone-400',
  'csv/summed-in-lakhs',
  'csv/arabic-digits',
  'csv/totals-in-japanese',
  'csv/totals-on-a-day',
];

/** About half of the combinable variants, each drawn if it is compatible with earlier ones. */
function mixed(seed: number): Variant[] {
  const random = randomStream(`mix ${seed}`);
  const left = VARIANTS.filter(
    (variant) => !(variant.mayWarn || variant.undecided || variant.settings || LATER.includes(variant.id)),
  );
  const mix: Variant[] = [];
  while (left.length > 0) {
    const [next] = left.splice(Math.floor(random() * left.length), 1);
    if (random() < 0.5 && !OBSCURE.includes(next!.id) && mix.every((one) => compatible(one, next!)))
      mix.push(next!);
  }
  return mix;
}

/** Why a fault cannot show on a base; undefined if it has to be caught. */
export function hiddenOn(fault: Fault, base: string, seed: number): string | undefined {
  for (const name of [base, ...variantsOf(base, seed).map(({ id }) => id)]) {
    const known = fault.bases?.[name];
    if (known && known !== 'shows') return known.hidden;
  }
  return undefined;
}
