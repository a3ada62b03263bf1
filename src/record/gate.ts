import type { Redactor } from '../http/redact.ts';
import type { ByteFilter } from '../http/spill.ts';
import type { Body, Exchange, RequestSpec, ResponseRecord } from '../vocabulary/exchange.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { holdsIdentities } from './lines.ts';
import { noPseudonyms, type Place, type Pseudonyms } from './pseudonyms.ts';

/**
 * The one way out of a run. What came from the target passes here once, before anyone looks at it: judges, the journal,
 * reports and the terminal all get the same bytes, so that a quote is cut from what is clean already, and judging the
 * stored evidence again gives the same words. The transport alone sees what really came, and notes where keys were in it.
 */
export interface Gate {
  /** In which forms keys are in what came. */
  leaks(input: Uint8Array | string): string[];
  /** The exchange without secrets and without people. Call it once for each. */
  exchange(exchange: Exchange): Exchange;
  /** Another line of the record. It was made from clean exchanges: secrets are looked for again, people are not. */
  line<T extends Exclude<RecordLine, { type: 'exchange' }>>(line: T): T;
  /** What a body goes through that is too large to be held; made anew for each. */
  filters(exchange: { url: string }): readonly ByteFilter[];
  /** A question with the target's own words in the place of pseudonyms: a check knows nothing but those. */
  restore(spec: RequestSpec): RequestSpec;
}

/** A gate that hides these secrets and these people; `keys` are the secrets whose return is told of (default: all). */
export function createGate(
  redactor: Redactor,
  pseudonyms: Pseudonyms = noPseudonyms,
  keys?: readonly string[],
): Gate {
  const only = keys && new Set(keys);
  return {
    leaks: (input) => redactor.finds(input, only),
    exchange: (exchange) => cleaned(exchange, redactor, pseudonyms),
    line: (line) => redactor.value(line),
    filters: ({ url }) => {
      const people = holdsIdentities(url);
      return [redactor.filter(only), pseudonyms.filter({ people, names: people })];
    },
    restore: (spec) => restored(spec, pseudonyms),
  };
}

function cleaned(exchange: Exchange, redactor: Redactor, pseudonyms: Pseudonyms): Exchange {
  const { request, response, failure } = exchange;
  const people = holdsIdentities(request.url);
  // A refusal may name whom it refuses; a model's words name nobody that is known.
  const place: Place = { people, names: people || (response?.status ?? 0) >= 400 };
  const named: Place = { people, names: true };
  // The body first: its people may be named in the headers, too.
  const body = response && cleanBody(response.body, redactor, (bytes) => pseudonyms.body(bytes, place));
  const header = ([name, value]: readonly [string, string]) =>
    [name, pseudonyms.header(name, value, named)] as const;
  return {
    ...exchange,
    request: {
      ...request,
      url: pseudonyms.url(redactor.sent(request.url)),
      headers: request.headers.map(([name, value]) => header([name, redactor.sent(value)])),
      body: pseudonyms.sent(redactor.bytes(request.body)),
    },
    ...(response &&
      body && {
        response: {
          ...response,
          statusText: pseudonyms.text(redactor.text(response.statusText), named),
          headers: redactedHeaders(response.headers, redactor).map(header),
          coding: pseudonyms.text(redactor.text(response.coding), named),
          body,
        },
      }),
    ...(failure && { failure: { ...failure, message: redactor.text(failure.message) } }),
  };
}

function redactedHeaders(headers: ResponseRecord['headers'], redactor: Redactor): ResponseRecord['headers'] {
  return headers.map(([name, value]) => {
    const kept = /^set-cookie2?$/i.test(name) ? withoutCookie(value) : value;
    return [redactor.text(name), redactor.text(kept)] as const;
  });
}

/** What is not wholly in memory went through the filters as it came. */
function cleanBody(body: Body, redactor: Redactor, people: (bytes: Uint8Array) => Uint8Array): Body {
  if (!body.whole) return body;
  const bytes = people(redactor.bytes(body.bytes));
  return bytes === body.bytes ? body : { ...body, size: bytes.length, bytes, pieces: () => [bytes] };
}

/** A session in a cookie is as good as a key: its name and attributes stay, its value goes. */
function withoutCookie(value: string): string {
  return value.replace(
    /^([^=;]*=)([^;]*)/,
    (_, name: string, secret: string) => name + '*'.repeat(secret.length),
  );
}

function restored(spec: RequestSpec, pseudonyms: Pseudonyms): RequestSpec {
  if (pseudonyms === noPseudonyms) return spec;
  const path = spec.path.replace(/(?<=[/?&=])[^/?&=]{3,}/g, (word) => {
    const known = decoded(word);
    const original = pseudonyms.original(known);
    return original === known ? word : encodeURIComponent(original);
  });
  const headers = spec.headers?.map(([name, value]) => [name, pseudonyms.original(value)] as const);
  const body = typeof spec.body === 'string' ? withModel(spec.body, pseudonyms) : spec.body;
  return { ...spec, path, ...(headers && { headers }), ...(body !== undefined && { body }) };
}

/** A model that is named after somebody is asked for by its own name. */
function withModel(body: string, pseudonyms: Pseudonyms): string {
  return body.replace(
    /("model"\s*:\s*)("[^"\\]{3,256}@[^"\\]{3,256}")/,
    (whole, name: string, value: string) => {
      const known: string = JSON.parse(value);
      const original = pseudonyms.original(known);
      return original === known ? whole : name + JSON.stringify(original);
    },
  );
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word.replaceAll('+', ' '));
  } catch {
    return word;
  }
}
