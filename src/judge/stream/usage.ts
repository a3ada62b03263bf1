import type { Judge } from '../../vocabulary/check.ts';
import { sumsUp } from '../completion/usage.ts';
import { finding, show } from '../finding.ts';
import { isObject, list, member } from '../json.ts';
import type { ParsedStream } from '../parsed-stream.ts';
import { placeIn, usageOf } from './parts.ts';

/** The position of usage in a stream: the last chunk has it. */
export const usageComesLast: Judge<ParsedStream> = ({ exchange, chunks }) => {
  const holder = chunks.findLast(usageOf);
  const last = chunks.at(-1);
  const inner = chunks.find(({ json }) =>
    list(json.choices).some((choice) => isObject(member(choice, 'usage'))),
  );
  if (!holder && inner)
    return [
      finding(
        exchange,
        'usage beside the choices of a chunk',
        'in a choice',
        placeIn(inner, '/choices/0/usage'),
      ),
    ];
  // Some count while they stream, but no prompt has 0 tokens.
  const empty = chunks.find((chunk) => chunk !== holder && usageOf(chunk)?.prompt_tokens === 0);
  if (holder && empty) {
    const place = placeIn(empty, '/usage');
    return [finding(exchange, 'no usage, or null, until it is known', show(usageOf(empty)), place)];
  }
  if (!holder || !last || holder === last) return [];
  const expected = 'usage in the last chunk';
  return [finding(exchange, expected, 'later chunks without usage', placeIn(last, '/usage'))];
};

/** The last usage of a stream adds up: total = prompt + completion, none of them below 0. */
export const usageSums: Judge<ParsedStream> = ({ exchange, chunks }) => {
  const holder = chunks.findLast(usageOf);
  const usage = holder && usageOf(holder);
  if (!holder || !usage) return [];
  const counts = [usage.prompt_tokens, usage.completion_tokens, usage.total_tokens];
  if (counts.every(Number.isSafeInteger) && counts.some((count) => Number(count) < 0))
    return [finding(exchange, 'usage counts of 0 or more', show(usage), placeIn(holder, '/usage'))];
  return sumsUp(exchange, usage, placeIn(holder, '/usage/total_tokens'));
};

/** Where a stream reports its usage, in one word. */
export function usagePlace({
  chunks,
}: ParsedStream): 'absent' | 'own-chunk' | 'last-delta' | 'every-chunk' | 'other' {
  const holders = chunks.filter(usageOf);
  const last = chunks.at(-1);
  if (holders.length === 0) return 'absent';
  if (holders.length > 1) return holders.length >= chunks.length - 1 ? 'every-chunk' : 'other';
  if (holders[0] !== last) return 'other';
  const { choices } = last?.json ?? {};
  return Array.isArray(choices) && choices.length > 0 ? 'last-delta' : 'own-chunk';
}
