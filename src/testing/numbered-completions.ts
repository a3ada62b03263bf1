import type { Exchange } from '../vocabulary/exchange.ts';
import { exchange, streamExchange } from './exchange.ts';

/** When the first completion begins, in epoch milliseconds; each later one begins a millisecond after the one before. */
export const START = Date.UTC(2026, 0, 15, 12);

export const usageOf = (input: number, output: number) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

/** Makes completions that report their usage, with the ids `e1`, `e2` and so on, or later ones after those `before`. */
export function numberedCompletions(before = 0) {
  let serial = before;
  const place = () => ({ id: `e${++serial}`, startedAt: START + serial });
  return {
    plain: (input: number, output: number, request: Record<string, unknown> = {}): Exchange =>
      exchange({ ...place(), request: { model: 'm', ...request }, body: { usage: usageOf(input, output) } }),
    streamed: (input: number, output: number): Exchange =>
      streamExchange([{ choices: [] }, { choices: [], usage: usageOf(input, output) }], {
        ...place(),
        request: { model: 'm', stream: true },
      }),
    /** The number of the last one. */
    count: () => serial,
  };
}
