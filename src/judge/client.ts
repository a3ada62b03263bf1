import type { Finding } from '../vocabulary/check.ts';
import { counted } from '../vocabulary/counted.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { Answer, Choice } from './answer.ts';
import { finding } from './finding.ts';
import { isObject, list, member } from './json.ts';
import { quote, show } from './quote.ts';

/** What one major version of the official client made of an answer. */
export interface Witness<T> {
  major: string;
  exchanges: readonly Exchange[];
  value?: T;
  error?: string;
}

/**
 * A basic call works in every supported major. When it breaks in all of them, the libraries do not work with the
 * service (spec 1); when it breaks in one alone, that is lesser.
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
  const found = finding(first.exchange, expected, actual, 'body', lesser);
  const others = broken.slice(1).map((b) => b.exchange.id);
  return [{ ...found, exchanges: [first.exchange.id, ...others.filter((id) => id !== first.exchange.id)] }];
}

const essence = ({ index, content, calls, finishReason }: Choice) => ({
  index,
  content,
  calls,
  finishReason,
});

/** In words, how what a client saw differs from what was sent; undefined when it does not. */
export function differs(seen: Answer, sent: Answer): string | undefined {
  const [theirs, ours] = [seen, sent].map((answer) => JSON.stringify(answer.choices.map(essence)));
  if (theirs === ours) return undefined;
  if (seen.choices.length !== sent.choices.length) {
    return `the client read ${counted(seen.choices.length, 'choice')} of ${sent.choices.length}`;
  }
  const at = seen.choices.findIndex(
    (choice, i) => JSON.stringify(essence(choice)) !== JSON.stringify(essence(sent.choices[i]!)),
  );
  const shown = [seen, sent].map((answer) => show(essence(answer.choices[at]!), 120));
  return `the client read ${shown[0]}, the service sent ${shown[1]}`;
}

/** In words, where two values part, as their JSON; undefined when they are the same. */
export function parting(seen: unknown, sent: unknown): string | undefined {
  const [theirs, ours] = [seen, sent].map((value) => JSON.stringify(value) ?? 'nothing') as [string, string];
  if (theirs === ours) return undefined;
  const same = [...theirs].findIndex((c, i) => c !== [...ours][i]);
  const from = Math.max(0, (same < 0 ? theirs.length : same) - BEFORE);
  const [shown, other] = [theirs, ours].map((text) => quote([...text].slice(from).join(''), SHOWN));
  return `the client returned ${shown}, the service sent ${other}`;
}

/** So much is shown of two texts that differ, and so much of that before they part. */
const SHOWN = 60;
const BEFORE = 20;

/** The text and the calls of a choice, which is what a helper is for. */
export function summary(choices: readonly Choice[]): unknown {
  return choices.map(({ index, content, calls }) => [
    index,
    content,
    calls.map((c) => [c.name, c.arguments]),
  ]);
}

/** What services answer to who came too often, or with too many wrong keys. */
const LOCKED_OUT = new Set([401, 403, 423, 429, 503]);

/** Each major throws the error that it has for a status. */
export function throwsItsClass(
  { status, outcomes }: { status: number; outcomes: readonly Thrower[] },
  expectedClass: string | undefined,
): Finding[] {
  return outcomes
    .filter(({ thrown }) => thrown?.name !== expectedClass)
    .map(({ major, exchanges, error }) => {
      const expected = `the official client throws ${expectedClass} for status ${status}`;
      const actual = `${major}: ${error ?? 'no error'}`;
      const last = exchanges.at(-1)!;
      const found = finding(last, expected, actual, 'status');
      // A lock-out after bad keys answers with a status of its own: there the client had another error to throw.
      const other = last.response?.status;
      const isOut = other === undefined || (other !== status && LOCKED_OUT.has(other));
      return isOut ? { ...found, as: 'inconclusive' as const } : found;
    });
}

/** What one major threw. */
export type Thrower = Witness<unknown> & { thrown?: { name: string; message: string } };

/** Whether the message of an error tells more than its status. */
export function explainsMore({ thrown }: Thrower, status: number): boolean {
  const text = thrown?.message.replace(String(status), '').trim() ?? '';
  return text !== '' && text !== 'status code (no body)';
}

/** A tool loop: its answers, and how often it called the function. */
export type LoopWitness = Witness<number>;

/** True when the client sent back an assistant's turn with null, or with members that 2.2 does not have. */
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

/** True when the second turn of a loop was refused, and with a reason that the contract gives: see `replaysNull`. */
export function refusedTheReplay({ exchanges }: LoopWitness): boolean {
  const [, turn] = exchanges;
  const status = turn?.response?.status ?? 0;
  return turn !== undefined && (status === 400 || status === 422) && replaysNull(turn);
}

/** The tool loop goes on: the function is called, and its result is answered. */
export function loopsOn(loops: readonly LoopWitness[]): Finding[] {
  return works(
    'the tool loop of the official client completes the round trip',
    loops.filter((loop) => !refusedTheReplay(loop)),
    (calls) => (calls > 0 ? undefined : 'the function was not called'),
  ).map((found) => ({ ...found, as: 'warn' }));
}
