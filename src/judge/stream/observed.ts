import { extraMembers } from '../completion/observed.ts';
import type { ParsedStream } from '../parsed-stream.ts';

const DOCUMENTED: Record<string, readonly string[]> = {
  '': ['id', 'object', 'created', 'model', 'choices', 'usage', 'service_tier', 'system_fingerprint'],
  'choices/': ['index', 'delta', 'finish_reason', 'logprobs'],
  'delta/': ['role', 'content', 'refusal', 'reasoning', 'tool_calls', 'function_call'],
};

/** Members of chunks, choices and deltas that OpenAI does not document, each once, sorted. */
export function undocumentedMembers(readings: readonly ParsedStream[]): string[] {
  const chunks = readings.flatMap((reading) => reading.chunks.map(({ json }) => json));
  return extraMembers(chunks, DOCUMENTED).slice(0, 30);
}

/** Whether bodies arrived as they were generated or all at once; a word that is stable between runs. */
export function readsOf(readings: readonly ParsedStream[]): 'one-read' | 'several-reads' {
  return readings.every(({ exchange }) => (exchange.response?.reads.length ?? 0) <= 1)
    ? 'one-read'
    : 'several-reads';
}

/** Thresholds in milliseconds that two runs on the same network rarely straddle, in words. */
const PACES: readonly (readonly [ms: number, words: string])[] = [
  [200, 'below 0.2 s'],
  [1_000, '0.2 to 1 s'],
  [5_000, '1 to 5 s'],
  [20_000, '5 to 20 s'],
];

const inWords = (ms: number): string => PACES.find(([most]) => ms < most)?.[1] ?? '20 s and more';

/** The time to the first bytes of a body: the slowest stream. */
export function firstChunkOf(readings: readonly ParsedStream[]): string {
  return inWords(Math.max(...readings.map(({ exchange }) => exchange.response?.reads[0]?.[0] ?? 0)));
}

/** The longest time between two reads of a body, in any stream. */
export function silenceOf(readings: readonly ParsedStream[]): string {
  const gaps = readings.flatMap(({ exchange }) => {
    const reads = exchange.response?.reads ?? [];
    return reads.slice(1).map(([at], i) => at - reads[i]![0]);
  });
  return inWords(Math.max(0, ...gaps));
}
