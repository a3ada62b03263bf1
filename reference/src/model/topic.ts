import type { CompletionRequest } from '../completion-types.ts';
import { lastWords } from './prompt.ts';
import { sampleJson } from './sample-json.ts';

/** The planned content: a text, or a number of random sentences. */
export type Topic = { text: string } | { sentences: number };

/** Characters that are searched for an instruction: a longer text is material. */
const LISTENS = 2_000;
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'twenty',
];
const LONG = /\b(?:long|story|essay|poem|paragraphs?|details?|detailed|at length|hundred|thousand)\b/i;
const COUNT = /\b(?:count|numbers?|list)\b.*?\b(\w+)\s*(?:to|through|until|up to|-|–)\s*(\w+)/is;
const COUNT_TO = /\bcount\s+(?:up\s+)?to\s+(\w+)/i;
const BOTH_LANGUAGES = /\bcount\b.*\bin japanese and in english\b/is;
const EMOJI_FIRST = /\bbegin with a line of (\p{Emoji_Presentation}) alone/iu;
const JAPANESE = /\bcount\b.*\bin japanese\b/is;
const QUOTED =
  /\b(?:say|repeat|reply|answer|respond|write|echo|output|print)\b[^"“]*["“]([^"”]{1,400})["”]/is;
const AFTER_COLON =
  /\b(?:say|repeat|reply|answer|respond|write|echo|output|print)\b[^:\n]{0,60}:\s*(\S[\s\S]{0,400})/i;
const ONE_WORD =
  /\b(?:say|reply|answer|respond)\b(?:\s+(?:with|exactly|only|just|the|single|one|word))*\s+([\p{L}\d]+)/iu;

/** Decides the content. The toy follows simple instructions: repeat this, count to that, be long, be JSON. */
export function topicOf(body: CompletionRequest, random: () => number): Topic {
  const format = body.response_format?.type ?? 'text';
  if (format === 'json_object')
    return { text: JSON.stringify({ answer: sampleJson({ type: 'string' }, random) }) };
  if (format === 'json_schema') {
    return { text: JSON.stringify(sampleJson(body.response_format?.json_schema?.schema ?? {}, random)) };
  }
  const last = body.messages.at(-1);
  if (last?.role === 'tool') return { text: `The result is ${(last.content ?? 'empty').slice(0, 60)}.` };
  const words = lastWords(body).slice(0, LISTENS);
  if (BOTH_LANGUAGES.test(words)) {
    const emoji = EMOJI_FIRST.exec(words)?.[1];
    return { text: `${emoji ? `${emoji}\n` : ''}一 one\n二 two\n三 three\n四 four\n五 five\n六 six` };
  }
  if (JAPANESE.test(words)) return { text: '一、二、三、四、五、六、七、八、九、十。' };
  const counted = count(words);
  if (counted) return { text: counted };
  const repeated = QUOTED.exec(words)?.[1] ?? AFTER_COLON.exec(words)?.[1];
  if (repeated) return { text: repeated.trim() };
  if (LONG.test(words)) return { sentences: 12 };
  const word = ONE_WORD.exec(words)?.[1];
  return word && !/^(?:in|to|a|an|me|something|anything)$/i.test(word)
    ? { text: `${word}.` }
    : { sentences: 1 };
}

function count(words: string): string | undefined {
  const to = COUNT_TO.exec(words);
  const both = to ? undefined : COUNT.exec(words);
  const first = to ? 1 : numberOf(both?.[1]);
  const last = numberOf(to?.[1] ?? both?.[2]);
  if (first === undefined || last === undefined || last < first || last - first > 500) return undefined;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).join(', ');
}

function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const index = NUMBERS.indexOf(word.toLowerCase());
  return index < 0 ? undefined : index === 11 ? 20 : index;
}
