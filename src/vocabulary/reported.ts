import { parseObject } from './parse-json.ts';

/** Tokens as reported by a completion. */
export interface Reported {
  prompt: number;
  completion: number;
  total: number;
}

/** The usage that a completion reports: that of the JSON body, or of the last chunk of a stream with usage. */
export function reportedUsage(text: string): Reported | undefined {
  if (!text.includes('"usage"')) return undefined;
  const usage = usageOf(text) ?? usageOf(lastChunkWithUsage(text));
  if (!usage) return undefined;
  return {
    prompt: count(usage.prompt_tokens),
    completion: count(usage.completion_tokens),
    total: count(usage.total_tokens),
  };
}

/** A token of a short request has about so many bytes: most of them are names of members. */
const BYTES_OF_A_TOKEN = 12;

/** In a longer request much of the text may be no part of the prompt. */
const SHORT_REQUEST = 256;

/** Prompt tokens that a short request hardly has, of a system prompt that the service adds; undefined for a long one. */
export const hiddenPrompt = ({ length }: { length: number }, { prompt }: Reported): number | undefined =>
  length > SHORT_REQUEST ? undefined : Math.max(0, prompt - Math.ceil(length / BYTES_OF_A_TOKEN));

function lastChunkWithUsage(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.findLast((line) => line.startsWith('data:') && line.includes('"usage"'))?.slice(5) ?? '';
}

function usageOf(json: string): Record<string, unknown> | undefined {
  const usage = parseObject(json)?.usage;
  return typeof usage === 'object' && usage !== null ? (usage as Record<string, unknown>) : undefined;
}

/** A reported count, or 0 if it is invalid: foreign values must not distort a sum. */
function count(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e12
    ? (value as number)
    : 0;
}
