import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { finding, quote } from './finding.ts';
import { list, member, text } from './json.ts';

/** The outcome of a third-party client. */
export interface OtherWitness<T> {
  /** Name, package and version: `LangChain (@langchain/openai 1.6.0)`. */
  client: string;
  exchanges: readonly Exchange[];
  value?: T;
  /** Its error; absent if there was none. */
  trip?: Trip;
}

/** An error in words, and its place. */
export interface Trip {
  words: string;
  place: string;
}

/**
 * The message of a client's error, and the member. The innermost cause is most specific: a schema names the member
 * that does not match. For an error response it is the status with the service's message.
 */
export function tripOf(thrown: unknown, last: Exchange): Trip {
  const causes = chainOf(thrown);
  const status = last.response?.status ?? 0;
  if (status >= 400) {
    const told = refusalText(last);
    return { words: `status ${status}${told === '' ? '' : ` ${quote(told)}`}`, place: 'status' };
  }
  const words = `${nameOf(causes[0])} ${quote(text(inherited(causes[0], 'message')) ?? '', LONGEST)}`;
  const issue = causes.flatMap((cause) => list(inherited(cause, 'issues'))).flatMap(pathOf)[0];
  return issue === undefined
    ? { words, place: 'body' }
    : {
        words: `${nameOf(causes[0])} at ${issue.path}: ${quote(issue.message)}`,
        place: `body ${issue.path}`,
      };
}

const LONGEST = 160;
const DEEPEST = 8;

/** An error and its causes, the outermost first. */
function chainOf(thrown: unknown): unknown[] {
  const chain = [thrown];
  while (chain.length < DEEPEST) {
    const cause = inherited(chain.at(-1), 'cause');
    if (cause === undefined || cause === null) break;
    chain.push(cause);
  }
  return chain;
}

/** A member of an error, inherited ones too. */
function inherited(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function nameOf(thrown: unknown): string {
  const name = text(inherited(thrown, 'name'));
  if (name !== undefined && name !== 'Error') return name;
  return thrown instanceof Error ? thrown.constructor.name : typeof thrown;
}

/** Where a value does not match a schema; of a union, the first branch that names a member. */
function pathOf(issue: unknown): { path: string; message: string }[] {
  const path = list(inherited(issue, 'path')).map(String);
  const deeper = list(inherited(issue, 'errors')).flatMap((branch) => list(branch).flatMap(pathOf));
  const [within] = deeper.sort((a, b) => b.path.length - a.path.length);
  const own = `/${path.join('/')}`;
  if (within) return [{ ...within, path: path.length > 0 ? own + within.path : within.path }];
  return path.length > 0 ? [{ path: own, message: text(inherited(issue, 'message')) ?? '' }] : [];
}

function refusalText({ response }: Exchange): string {
  try {
    const error = member(parseJson(new TextDecoder().decode(response!.body.bytes)), 'error');
    const param = text(member(error, 'param'));
    const message = text(member(error, 'message')) ?? text(error) ?? '';
    return param === undefined || message.includes(param) ? message : `${param}: ${message}`;
  } catch {
    return '';
  }
}

/** A client gets what it requested, and sees what was sent: `wrong` names the difference. */
export function serves<T>(
  expected: string,
  { client, exchanges, value, trip }: OtherWitness<T>,
  wrong: (value: T, exchange: Exchange) => string | undefined,
): Finding[] {
  const last = exchanges.at(-1)!;
  if (trip) return [finding(last, expected, `${client}: ${trip.words}`, trip.place)];
  const actual = wrong(value as T, last);
  return actual === undefined ? [] : [finding(last, expected, `${client}: ${actual}`, 'body')];
}

/**
 * True if the contract itself makes a service reject this request: it contains `stream_options`, which 2.1 does not
 * list.
 */
export function refusedStreamOptions({ exchanges }: Pick<OtherWitness<unknown>, 'exchanges'>): boolean {
  const last = exchanges.at(-1);
  const status = last?.response?.status;
  if (last === undefined || (status !== 400 && status !== 422)) return false;
  return /"stream_options"\s*:/.test(new TextDecoder().decode(last.request.body));
}
