import { parseJson } from '../../vocabulary/parse-json.ts';
import type { OwnCompletion } from './own-completions.ts';

/**
 * Possible sums of input tokens that a service books separately: those of any completions with a repeated prompt,
 * from these or the `earlier` ones. 0 is among them.
 */
export function rememberedInput(
  own: readonly OwnCompletion[],
  earlier: readonly OwnCompletion[],
): ReadonlySet<bigint> {
  const sent = new Set(earlier.map(promptOf));
  const sums = new Set([0n]);
  for (const one of own) {
    const prompt = promptOf(one);
    if (sent.has(prompt) && one.usage) for (const sum of [...sums]) sums.add(sum + one.usage.input);
    sent.add(prompt);
  }
  return sums;
}

/** The cache key of a prompt. */
function promptOf({ exchange }: OwnCompletion): string {
  const body = Buffer.from(exchange.request.body).toString();
  try {
    const { model, messages, tools } = parseJson(body) as Record<string, unknown>;
    return JSON.stringify([model, messages, tools]);
  } catch {
    return body;
  }
}
