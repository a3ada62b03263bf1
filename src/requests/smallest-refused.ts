import { type JsonSchema, schemaOf } from '../contract/schemas.ts';
import { show } from '../judge/finding.ts';
import { isObject, list, member } from '../judge/json.ts';
import { answerKey } from '../vocabulary/answer-key.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { acceptedOnce, begun } from './ask.ts';
import { ABSENT } from './breaking.ts';
import { edited, type Json } from './edit.ts';
import { completion } from './planned.ts';
import { isSensible } from './sensible.ts';
import { LIMITS } from './single.ts';

/** Maximum number of accepted (and billed) smaller requests in a run. */
const PAID_AT_MOST = 10;
/** Maximum number of smaller requests without a decisive response: the budget may be used up. */
const UNDECIDED_AT_MOST = 3;
/** Maximum tokens of an accepted one. A smaller limit may be the reason of a rejection. */
const CHEAP = 4;
/** Maximum number of smaller requests. */
const TRIED_AT_MOST = 40;

/** A part of a request, and the request without it, or with a plain substitute. */
interface Part {
  path: readonly string[];
  without: Json;
}

/**
 * The smallest request that is rejected like a larger one, and the parts without which it is accepted, in words.
 */
export interface SmallestRefused {
  exchange: Exchange;
  what: string;
}

/** The findings of a run so far: requests are reduced one after the other, and known causes explain others. */
interface Found {
  parts: { status: number | undefined; path: string; value: string }[];
  paid: number;
  last: Promise<unknown>;
}

const SMALLEST_REFUSED = answerKey<Found>('smallest-refused');

/**
 * Removes parts from a valid request (members, messages, elements, texts) as long as the rest is rejected with the
 * same status, which is free. Undefined if no part was found without which it is accepted.
 */
export async function smallestRefused(
  ask: Requester,
  row: PlannedCompletion,
  refused: Exchange,
): Promise<SmallestRefused | undefined> {
  const found = await ask.shared(SMALLEST_REFUSED, async (): Promise<Found> => {
    return { parts: [], paid: 0, last: Promise.resolve() };
  });
  const mine = found.last.then(() => reduce(ask, row, refused, found));
  found.last = mine.catch(() => {});
  return mine;
}

async function reduce(
  ask: Requester,
  row: PlannedCompletion,
  refused: Exchange,
  found: Found,
): Promise<SmallestRefused | undefined> {
  const status = refused.response?.status;
  const known = found.parts.find(
    (part) => part.status === status && partsOf(row.body).some((own) => isSame(own, part)),
  );
  if (known) return { exchange: refused, what: `${known.path} = ${known.value}` };
  let left = row.body;
  let exchange = refused;
  const needed: Part['path'][] = [];
  const tried = new Set<string>();
  // A part that cannot be removed now may be removable later.
  const unfit = new Set<string>();
  let undecided = 0;
  const isRefused = async (body: Json): Promise<boolean | undefined> => {
    if (isPlain(compact(body) as Json)) return false;
    const answer = await answerTo(ask, row, compact(body) as Json);
    const came = answer?.response?.status ?? 0;
    if (came >= 200 && came < 300) found.paid++;
    else if (came === status) {
      [left, exchange] = [body, answer!];
      unfit.clear();
    } else undecided++;
    return came === status || (came >= 200 && came < 300 ? false : undefined);
  };
  // An accepted part should be cheap.
  for (const limit of LIMITS) if (Number(left[limit]) > CHEAP) await isRefused({ ...left, [limit]: CHEAP });
  while (found.paid < PAID_AT_MOST && tried.size < TRIED_AT_MOST && undecided < UNDECIDED_AT_MOST) {
    const next = partsIn(left, tried).find(({ path }) => !unfit.has(path.join('/')));
    if (!next) break;
    if (!isSensible(compact(next.without) as Json)) {
      unfit.add(next.path.join('/'));
      continue;
    }
    tried.add(next.path.join('/'));
    if ((await isRefused(next.without)) === false) needed.push(next.path);
  }
  const deepest = needed.filter((path) => !needed.some((other) => isWithin(path, other)));
  // An error that no other request gets may be one of the moment: it has no cause in the request.
  const isOnce = exchange === refused && (status ?? 0) >= 500;
  if (deepest.length === 0 || isOnce) return undefined;
  // If it is accepted when sent again, the cause is not in the request.
  if (await acceptedOnce((name) => answerTo(ask, row, compact(left) as Json, name))) return undefined;
  const named = deepest.map((path) => {
    // A turn may also be rejected for its neighbors.
    const told = path[0] === 'messages' && path.length === 2 ? ['messages'] : path;
    return { status, path: told.join('/'), value: show(compact(valueAt(left, told)), 160) };
  });
  if (named.length === 1) found.parts.push(named[0]!);
  return { exchange, what: named.map(({ path, value }) => `${path} = ${value}`).join(' beside ') };
}

/** All parts of a request, as they are named. */
function partsOf(value: unknown, path: readonly string[] = []): { path: string; value: string }[] {
  const inner = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  return [
    { path: path.join('/'), value: show(value, 160) },
    ...inner.flatMap(([name, part]) => partsOf(part, [...path, name])),
  ];
}

/** Whether two parts have the same value, at any list position. */
function isSame(one: { path: string; value: string }, other: { path: string; value: string }): boolean {
  const anywhere = (path: string) => path.replace(/\d+/g, '*');
  return one.value === other.value && anywhere(one.path) === anywhere(other.path);
}

/** Whether nothing is left that a service might reject: one user turn and a limit, as in the minimal request. */
function isPlain({ messages, model: _, ...others }: Json): boolean {
  const [only, ...more] = list(messages);
  const isTurn = more.length === 0 && isObject(only) && Object.keys(only).join() === 'role,content';
  const isUsual = isTurn && only.role === 'user' && /^[ -~]{1,200}$/.test(String(only.content));
  return isUsual && Object.keys(others).join() === 'max_tokens' && Number(others.max_tokens) >= CHEAP;
}

async function answerTo(
  ask: Requester,
  { escaped, why }: PlannedCompletion,
  body: Json,
  attempt = 'reduced',
): Promise<Exchange | undefined> {
  const row = planned(`${attempt}/${JSON.stringify(body)}`, `a part of ${why}`, body);
  try {
    return await completion(ask, { ...row, ...(escaped && { escaped }) }).catch(begun);
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}

const isWithin = (outer: readonly string[], inner: readonly string[]): boolean =>
  inner.length > outer.length && outer.every((name, i) => name === inner[i]);

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value);

/** The removable parts; for those that were `tried`, their own parts. */
function partsIn(body: Json, tried: ReadonlySet<string>): Part[] {
  const found: Part[] = [];
  const take = (path: readonly string[], without: Json) => found.push({ path, without });
  type Walk<T> = (value: T, schema: JsonSchema | undefined, path: readonly string[]) => void;
  const intoList: Walk<unknown[]> = (value, schema, path) => {
    for (const [i, inner] of value.entries()) {
      if (inner === GONE) continue;
      const at = [...path, String(i)];
      const end = i + turnLength(path, value, i);
      const rest = value.map((one, place) => (place >= i && place < end ? GONE : one));
      const isLast = rest.every((one) => one === GONE);
      if (!isLast && !tried.has(at.join('/'))) take(at, edited(body, path, rest));
      else into(inner, schema?.items, at);
    }
  };
  const intoMembers: Walk<Json> = (value, schema, path) => {
    for (const [name, inner] of Object.entries(value)) {
      const at = [...path, name];
      const of = schema?.properties?.[name];
      const isSmallLimit = path.length === 0 && LIMITS.includes(name) && Number(inner) < CHEAP;
      if (isSmallLimit && !tried.has(name)) take(at, edited(body, at, CHEAP));
      if (!isKept(path, name, schema) && !tried.has(at.join('/'))) take(at, edited(body, at, ABSENT));
      else into(inner, typeof of === 'object' ? of : undefined, at);
    }
  };
  const into: Walk<unknown> = (value, schema, path) => {
    if (Array.isArray(value)) intoList(value, schema, path);
    else if (isObject(value)) intoMembers(value, schema, path);
    else if (typeof value === 'string' && !tried.has(path.join('/'))) {
      const plain = plainly(body, path, value);
      if (plain) take(path, plain);
    }
  };
  into(body, schemaOf('completion-request'), []);
  return found;
}

/** The placeholder of a removed element, so that the positions of the others stay. */
const GONE = null;

/** The value without its removed parts. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== GONE).map(compact);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, compact(inner)]));
}

/** A call of the assistant is removed together with its results, and a user turn with its answer. */
function turnLength(path: readonly string[], messages: readonly unknown[], at: number): number {
  if (path.join('/') !== 'messages' || member(messages[at], 'role') === 'system') return 1;
  const isNext = (message: unknown) => isObject(message) && ['user', 'system'].includes(String(message.role));
  const end = messages.findIndex((message, i) => i > at && isNext(message));
  return (end < 0 ? messages.length : end) - at;
}

/** Parts of every request: required members, the limit, which bounds the price, and the text of a turn. */
function isKept(path: readonly string[], name: string, schema: JsonSchema | undefined): boolean {
  if (schema?.required?.includes(name)) return true;
  if (path.length === 0) return LIMITS.includes(name);
  return (
    path[0] === 'messages' && path.length === 2 && ['content', 'tool_calls', 'tool_call_id'].includes(name)
  );
}

/** The request with a plain text instead; undefined if it is plain already, or not a text of its own. */
function plainly(body: Json, path: readonly string[], value: string): Json | undefined {
  const name = path.at(-1)!;
  const place = path.slice(0, -1).join('/');
  if (name === 'content') return value === PLAIN_TEXT ? undefined : edited(body, path, PLAIN_TEXT);
  if (name === 'arguments') return value === '{}' ? undefined : edited(body, path, '{}');
  const plain =
    name === 'name' && place.endsWith('function')
      ? `lookup${path.filter((part) => /^\d+$/.test(part)).join('')}`
      : name === 'id' && place.includes('tool_calls')
        ? `call${path.filter((part) => /^\d+$/.test(part)).join('')}`
        : value;
  if (plain === value) return undefined;
  // Another member refers to it.
  return parseJson(JSON.stringify(body).replaceAll(JSON.stringify(value), JSON.stringify(plain))) as Json;
}

/** It mentions JSON, as a request for a JSON object has to. */
const PLAIN_TEXT = 'Say hello in JSON.';
