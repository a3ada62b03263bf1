import type { Redactor } from '../http/redact.ts';
import type { ByteFilter } from '../http/spill.ts';
import type { Body, Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { holdsIdentities } from './lines.ts';
import { noPseudonyms, type Pseudonyms } from './pseudonyms.ts';

/**
 * The one way out of a run. What came from the target passes here once, before anyone looks at it: judges, the journal,
 * reports and the terminal all get the same bytes, so that a quote is cut from what is clean already, and judging the
 * stored evidence again gives the same words. The transport alone sees what really came, and notes where keys were in it.
 */
export interface Gate {
  /** The exchange without secrets, and without people where its answer tells of some. Call it once for each. */
  exchange(exchange: Exchange): Exchange;
  /** Another line of the record. It was made from clean exchanges: secrets are looked for again, people are not. */
  line<T extends Exclude<RecordLine, { type: 'exchange' }>>(line: T): T;
  /** What a body goes through that is too large to be held; made anew for each. */
  filters(exchange: { url: string }): readonly ByteFilter[];
  /** A question with the target's own words in the place of pseudonyms: a check knows nothing but those. */
  restore(spec: RequestSpec): RequestSpec;
}

/** A gate that hides these secrets and these people. */
export function createGate(redactor: Redactor, pseudonyms: Pseudonyms = noPseudonyms): Gate {
  return {
    exchange: (exchange) => cleaned(exchange, redactor, pseudonyms),
    line: (line) => redactor.value(line),
    filters: ({ url }) => [redactor.filter(), ...(holdsIdentities(url) ? [pseudonyms.filter()] : [])],
    restore: (spec) => restored(spec, pseudonyms),
  };
}

function cleaned(exchange: Exchange, redactor: Redactor, pseudonyms: Pseudonyms): Exchange {
  const { request, response, failure } = exchange;
  // Ids also turn up in queries of ours, and in links and file names of theirs.
  const hide = holdsIdentities(request.url) ? pseudonyms.text : (text: string) => text;
  return {
    ...exchange,
    request: {
      ...request,
      url: hide(redactor.sent(request.url)),
      headers: request.headers.map(([name, value]) => [name, hide(redactor.sent(value))] as const),
      body: redactor.bytes(request.body),
    },
    ...(response && {
      response: {
        ...response,
        statusText: redactor.text(response.statusText),
        headers: response.headers.map(
          ([name, value]) =>
            [
              redactor.text(name),
              hide(redactor.text(/^set-cookie2?$/i.test(name) ? withoutCookie(value) : value)),
            ] as const,
        ),
        body: cleanBody(response.body, redactor, holdsIdentities(request.url) ? pseudonyms : noPseudonyms),
      },
    }),
    ...(failure && { failure: { ...failure, message: redactor.text(failure.message) } }),
  };
}

/** What is not wholly in memory went through the filters as it came. */
function cleanBody(body: Body, redactor: Redactor, pseudonyms: Pseudonyms): Body {
  if (!body.whole) return body;
  const redacted = redactor.bytes(body.bytes);
  const bytes = pseudonyms === noPseudonyms ? redacted : filteredThrough(pseudonyms.filter(), redacted);
  return bytes === body.bytes ? body : { ...body, size: bytes.length, bytes, pieces: () => [bytes] };
}

function filteredThrough(filter: ByteFilter, bytes: Uint8Array): Uint8Array {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = filter.push(given);
  const rest = filter.end();
  const all = first.length === 0 ? rest : rest.length === 0 ? first : Buffer.concat([first, rest]);
  return all.equals(given) ? bytes : all;
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
  return { ...spec, path, ...(headers && { headers }) };
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word.replaceAll('+', ' '));
  } catch {
    return word;
  }
}
