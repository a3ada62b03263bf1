import type { Finding, Judge } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import type { Sweep } from '../vocabulary/sweep.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { isObject, type JsonObject } from './json.ts';
import { isEventStream, jsonBody } from './json-body.ts';
import type { ParsedStream, Streamed } from './parsed-stream.ts';
import type { CompletionAsked } from './table.ts';

const asked = new WeakMap<Exchange, PlannedCompletion>();

/** The requested features of a completion request, read from its bytes. */
export function requestOf(exchange: Exchange): PlannedCompletion {
  const known = asked.get(exchange);
  if (known) return known;
  const row = planned(exchange.id, exchange.label, bodyAsked(exchange));
  asked.set(exchange, row);
  return row;
}

/** The body of a request; undefined for strictly invalid JSON, which services may accept anyway. */
function bodyAsked({ request }: Exchange): JsonObject {
  try {
    const body: unknown = parseJson(Buffer.from(request.body).toString('utf8'));
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

/** Judges the head of every response that is not streamed, or of every stream. */
export function sweepAnswers(of: 'completion' | 'stream', judge: Judge<{ exchange: Exchange }>): Sweep {
  return { of, judge: (exchange) => ofStatus200(exchange, () => judge({ exchange })) };
}

/** Judges the JSON object of every completion that is not streamed (2.7). */
export function sweepBodies(
  judge: Judge<CompletionAsked>,
  wanted: (body: JsonObject) => boolean = () => true,
): Sweep {
  return {
    of: 'completion',
    judge: (exchange) =>
      ofStatus200(exchange, () => {
        const body = objectOf(exchange);
        return wanted(body) ? judge({ exchange, body, row: requestOf(exchange) }) : undefined;
      }),
  };
}

function objectOf(exchange: Exchange): JsonObject {
  if (isEventStream(exchange))
    throw new Inconclusive('the response is an event stream', [exchange], 'stream/only-when-asked');
  if (exchange.response?.body.whole === false) throw new Inconclusive('the body exceeds the memory limit');
  const body = jsonBody(exchange);
  if (isObject(body)) return body;
  throw new Inconclusive('the body is not a JSON object', [exchange], 'completion/body-is-json');
}

/** Judges every stream (6), read as far as the rule needs. */
export function sweepStreams(
  read: (exchange: Exchange) => Promise<ParsedStream>,
  judge: (reading: Streamed) => readonly Finding[] | undefined,
): Sweep {
  return {
    of: 'stream',
    judge: (exchange) =>
      ofStatus200(exchange, async () => judge({ ...(await read(exchange)), row: requestOf(exchange) })),
  };
}

/** The contract describes responses with status 200; another status has its own check. */
const ofStatus200 = <T>({ response }: Exchange, judge: () => T): T | undefined =>
  response?.status === 200 ? judge() : undefined;
