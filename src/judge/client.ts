import type { Answer, Choice } from '../vocabulary/answer.ts';
import type { Finding } from '../vocabulary/check.ts';
import { counted } from '../vocabulary/counted.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { finding, quote } from './finding.ts';
import { isObject, list, member } from './json.ts';

/** The outcome of one major version of the official client. */
export interface Witness<T> {
  major: string;
  exchanges: readonly Exchange[];
  /** The value that it returned. */
  value?: T;
  /** The error that it threw, in words; absent if there was none. */
  error?: string;
  /** The class and message of that error. */
  thrown?: { name: string; message: string };
}

/**
 * A basic call works in every supported major version. If it fails in all of them, the libraries do not work with
 * the service (spec 1); if it fails in one only, this is a warning.
 */
export function works<T>(
  expected: string,
  witnesses: readonly Witness<T>[],
  wrong: (value: T, exchange: Exchange) => string | undefined,
): Finding[] {
  const broken = witnesses.flatMap((witness) => {
    const exchange = witness.exchanges.at(-1)!;
    const actual = witness.error ?? wrong(witness.value as T, exchange);
    return actual === undefined ? [] : [{ ...witness, exchange, actual }];
  });
  const [first] = broken;
  if (!first) return [];
  const actual = broken.map((b) => `${b.major}: ${b.actual}`).join('; ');
  const lesser = broken.length < witnesses.length ? ({ as: 'warn' } as const) : {};
  const shown = new Set(broken.map((one) => one.exchange));
  return [finding([...shown], expected, actual, 'body', lesser)];
}

const essence = ({ index, content, calls, finishReason }: Choice) => ({
  index,
  content,
  calls,
  finishReason,
});

/** The difference between what a client saw and what was sent, in words; undefined if there is none. */
export function differs(seen: Answer, sent: Answer): string | undefined {
  if (seen.choices.length !== sent.choices.length) {
    return `the client read ${counted(seen.choices.length, 'choice')} of ${sent.choices.length}`;
  }
  return parting(seen.choices.map(essence), sent.choices.map(essence));
}

/** Where two values first differ, as their JSON; undefined if they are equal. */
export function parting(seen: unknown, sent: unknown): string | undefined {
  const [theirs, ours] = [seen, sent].map((value) => JSON.stringify(value) ?? 'nothing') as [string, string];
  if (theirs === ours) return undefined;
  const same = [...theirs].findIndex((c, i) => c !== [...ours][i]);
  const from = Math.max(0, (same < 0 ? theirs.length : same) - BEFORE);
  const [shown, other] = [theirs, ours].map((text) => quote([...text].slice(from).join(''), SHOWN));
  return `the client returned ${shown}, the service sent ${other}`;
}

/** Shown length of two texts that differ, and of their equal start. */
const SHOWN = 60;
const BEFORE = 20;

/** The text and the calls of a choice, which a helper provides. */
export function summary(choices: readonly Choice[]): unknown {
  return choices.map(({ index, content, calls }) => [
    index,
    content,
    calls.map((c) => [c.name, c.arguments]),
  ]);
}

/** Responses of services to too frequent requests, or to too many invalid keys. */
const LOCKED_OUT = new Set([401, 403, 423, 429, 503]);

/** Each major version throws its error class for a status. */
export function throwsItsClass(
  { status, outcomes }: { status: number; outcomes: readonly Witness<unknown>[] },
  expectedClass: string | undefined,
): Finding[] {
  return outcomes
    .filter(({ thrown }) => thrown?.name !== expectedClass)
    .map(({ major, exchanges, error }) => {
      const expected = `the official client throws ${expectedClass} for status ${status}`;
      const actual = `${major}: ${error ?? 'no error'}`;
      const last = exchanges.at(-1)!;
      const found = finding(last, expected, actual, 'status');
      // A lock-out after invalid keys has its own status, and the client another error.
      const other = last.response?.status;
      const isOut = other === undefined || (other !== status && LOCKED_OUT.has(other));
      return isOut ? { ...found, as: 'inconclusive' as const } : found;
    });
}

/** Whether the message of an error contains more than its status. */
export function explainsMore({ thrown }: Witness<unknown>, status: number): boolean {
  const text = thrown?.message.replace(String(status), '').trim() ?? '';
  return text !== '' && text !== 'status code (no body)';
}

/** True if the client sent back an assistant message with null, or with members that 2.2 does not list. */
export function replaysNull(turn: Exchange): boolean {
  const body: unknown = parseJson(new TextDecoder().decode(turn.request.body));
  const turns = list(member(body, 'messages')).filter((message) => member(message, 'role') === 'assistant');
  return turns.some(
    (message) =>
      isObject(message) &&
      Object.entries(message).some(([name, value]) => value === null || !MESSAGE.includes(name)),
  );
}

const MESSAGE = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'reasoning'];

/** True if the second turn of a loop was rejected for a reason that the contract gives: see `replaysNull`. */
export function refusedTheReplay({ exchanges }: Pick<Witness<unknown>, 'exchanges'>): boolean {
  const [, turn] = exchanges;
  const status = turn?.response?.status ?? 0;
  return turn !== undefined && (status === 400 || status === 422) && replaysNull(turn);
}

/** The tool loop completes: the function is called, as often as the loop returns, and its result is answered. */
export function loopsOn(loops: readonly Witness<number>[]): Finding[] {
  return works(
    'the tool loop of the official client completes the round trip',
    loops.filter((loop) => !refusedTheReplay(loop)),
    (calls) => (calls > 0 ? undefined : 'the function was not called'),
  ).map((found) => ({ ...found, as: 'warn' }));
}
