import type { Redactor } from '../http/redact.ts';
import type { Reported } from '../http/secrets/of-run.ts';
import type { Cleaning } from '../http/transport-options.ts';
import type { Body, Exchange, RequestSpec, ResponseRecord } from '../vocabulary/exchange.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { type ServiceAddress, unplaced } from '../vocabulary/settings.ts';
import { noPseudonyms, type Place, type Pseudonyms } from './pseudonyms.ts';

/**
 * The only way out of a run. Data from the target passes here once before anyone sees it: judges, the journal,
 * reports and the terminal all get the same bytes. Quotes are therefore cut from redacted text, and judging the
 * stored evidence again yields the same findings. Only the transport sees the original data, and records where keys
 * were in it.
 */
export interface Gate extends Cleaning {
  /**
   * Another line of the record. It was made from redacted exchanges: whole secrets are searched again, since the
   * settings of a run may hold them, and personal data is not.
   */
  line<T extends Exclude<RecordLine, { type: 'exchange' }>>(line: T): T;
}

/**
 * A gate for a service that hides these secrets and personal data; the return of `only` these secrets
 * is reported (default: all).
 */
export function createGate(
  service: ServiceAddress,
  redactor: Redactor,
  pseudonyms: Pseudonyms = noPseudonyms,
  only?: Reported,
): Gate {
  return {
    leaks: (input) => redactor.finds(input, only),
    isClean: redactor.isClean,
    exchange: (exchange) => cleaned(exchange, service, redactor, pseudonyms),
    line: (line) => redactor.quoting(line),
    filters: ({ url }) => {
      const people = holdsIdentities(unplaced(url, service));
      return [redactor.filter(only), pseudonyms.filter({ people, names: people, data: people })];
    },
    restore: (spec) => restored(spec, pseudonyms),
  };
}

/** Whether a path's response contains people: those of usage endpoints do (spec 4.2 to 4.4). */
function holdsIdentities(path: string): boolean {
  return /\/usage\b/.test(path.split('?', 1)[0]!);
}

function cleaned(
  exchange: Exchange,
  service: ServiceAddress,
  redactor: Redactor,
  pseudonyms: Pseudonyms,
): Exchange {
  const { request, response, failure } = exchange;
  const people = holdsIdentities(unplaced(request.url, service));
  // An error message may name people; a model's text names no known people.
  const isRefusal = (response?.status ?? 0) >= 400;
  const place: Place = { people, names: people || isRefusal, data: people && !isRefusal };
  const named: Place = { people, names: true };
  // The body first: its people may be named in the headers, too.
  const body = response && cleanBody(response.body, redactor, (bytes) => pseudonyms.body(bytes, place));
  const header = ([name, value]: readonly [string, string]) =>
    [name, pseudonyms.header(name, value, named)] as const;
  return {
    ...exchange,
    request: {
      ...request,
      url: redactor.text(request.url),
      headers: request.headers.map(([name, value]) => header([name, redactor.sent(value)])),
      body: redactor.bytes(request.body),
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
  if (redactor.isClean(headers) && !headers.some(isCookie)) return headers;
  return redactor.value(
    headers.map((header) => (isCookie(header) ? [header[0], withoutCookie(header[1])] : header)),
  );
}

/** A body that is not wholly in memory was filtered as it arrived. */
function cleanBody(body: Body, redactor: Redactor, people: (bytes: Uint8Array) => Uint8Array): Body {
  if (!body.whole) return body;
  const bytes = people(redactor.bytes(body.bytes));
  return bytes === body.bytes ? body : { ...body, size: bytes.length, bytes, pieces: () => [bytes] };
}

const isCookie = ([name]: readonly [string, string]) => /^set-cookie2?$/i.test(name);

/** A session cookie is equivalent to a key: its name and attributes are kept, its value is hidden. */
function withoutCookie(value: string): string {
  return value.replace(
    /^([^=;]*=)([^;]*)/,
    (_, name: string, secret: string) => name + '*'.repeat(secret.length),
  );
}

/**
 * Only values are restored, and only those that were read from responses: other words may equal a pseudonym. The same
 * object if there is none.
 */
function restored(spec: RequestSpec, pseudonyms: Pseudonyms): RequestSpec {
  if (pseudonyms === noPseudonyms) return spec;
  const { organization } = spec;
  const original = (word: string) =>
    word === organization ? pseudonyms.organization(word) : pseudonyms.original(word);
  const path = spec.path.replace(/(?<==)[^?&=]{3,}/g, (word) => {
    const known = decoded(word);
    const value = original(known);
    return value === known ? word : encodeURIComponent(value.toWellFormed());
  });
  const headers = spec.headers?.map(([name, value]) => [name, original(value)] as const);
  const body = typeof spec.body === 'string' ? withModel(spec.body, pseudonyms) : spec.body;
  if (path === spec.path && body === spec.body && !headers) return spec;
  return { ...spec, path, ...(headers && { headers }), ...(body !== undefined && { body }) };
}

/** A model with an address in its name is requested by that name. */
function withModel(body: string, pseudonyms: Pseudonyms): string {
  return body.replace(/("model"\s*:\s*)("[^"\\]{3,512}")/, (whole, name: string, value: string) => {
    const known: string = JSON.parse(value);
    const original = pseudonyms.original(known);
    return original === known ? whole : name + JSON.stringify(original);
  });
}

function decoded(word: string): string {
  if (!/[%+]/.test(word)) return word;
  try {
    return decodeURIComponent(word.replaceAll('+', ' '));
  } catch {
    return word;
  }
}
