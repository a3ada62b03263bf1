import { valueAt } from '../../contract/pointer.ts';
import { type Violation, validateResponse } from '../../contract/schemas.ts';
import type { Finding } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Completion } from '../table.ts';

/** The part of the schema that a check covers, so that only one check reports a violation. */
export type Part = 'body' | 'usage' | 'index' | 'role' | 'calls' | 'arguments';

const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/^\/usage(\/|$)/, 'usage'],
  [/^\/choices\/\d+\/index$/, 'index'],
  [/^\/choices\/\d+\/message\/role$/, 'role'],
  [/^\/choices\/\d+\/message\/tool_calls\/\d+\/function\/arguments$/, 'arguments'],
  [/^\/choices\/\d+\/message\/tool_calls\/\d+/, 'calls'],
];

const judged = new WeakMap<JsonObject, ReturnType<typeof validateResponse>>();

/** Validated items per list: half a million invalid ones take a hundred megabytes in the validator. */
const MOST_ITEMS = 4_096;

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function breaches(body: JsonObject): ReturnType<typeof validateResponse> {
  const known = judged.get(body) ?? validateResponse('completion-response', shortened(body));
  judged.set(body, known);
  return known;
}

/**
 * A judge of one part of the response schema (spec 2.7, 2.2, 2.3); each kind of violation is reported once per
 * body.
 */
export function fits(part: Part): (completion: Completion) => Finding[] {
  return (completion) =>
    told(
      completion,
      breaches(completion.body).violations.filter((v) => partOf(v.pointer) === part),
    );
}

/** Optional members that are null: less severe than a violation, because many services write them so. */
export function nulls(completion: Completion): Finding[] {
  return told(completion, breaches(completion.body).nulls);
}

function partOf(pointer: string): Part {
  return PARTS.find(([pattern]) => pattern.test(pointer))?.[1] ?? 'body';
}

function told({ exchange, body }: Completion, violations: readonly Violation[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const { pointer, keyword, message, clause } of violations) {
    const name = pointer.replace(/\/\d+(?=\/|$)/g, '/*') || 'the body';
    const key = `${name} ${keyword}`;
    if (found.has(key)) continue;
    const expected = `${name} ${stated(message)}`;
    found.set(key, finding(exchange, expected, show(valueAt(body, pointer)), `body ${pointer}`, { clause }));
  }
  return [...found.values()];
}

/** The violation, expressed as the expectation. */
function stated(message: string): string {
  return message
    .replace('is required and absent', 'is present')
    .replace(/^is not (of|in)/, 'is $1')
    .replace(/^is none of/, 'is one of');
}
