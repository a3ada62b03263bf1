import type { Finding } from '../../vocabulary/check.ts';
import { bodyText, type Exchange, mediaType } from '../../vocabulary/exchange.ts';
import { finding, quote } from '../finding.ts';
import { isObject } from '../json.ts';
import { firstInvalid } from '../line-splitter.ts';

/** The status of a success is 200 and no other 2xx. */
export function statusIs200(exchange: Exchange): Finding[] {
  const status = exchange.response?.status;
  return status === 200 ? [] : [finding(exchange, 'status 200', String(status), 'status')];
}

/** The content type is application/json, parameters allowed. */
export function isContentJson({ exchange }: { exchange: Exchange }): Finding[] {
  const type = mediaType(exchange);
  if (type === 'application/json') return [];
  const actual = type === '' ? 'none' : quote(type);
  return [finding(exchange, 'content type application/json', actual, 'header content-type')];
}

/** The body is a JSON object in UTF-8. `value` is the parsed body, undefined if it does not parse. */
export function isJsonObject({ exchange, value }: { exchange: Exchange; value: unknown }): Finding[] {
  const bytes = exchange.response?.body.bytes ?? new Uint8Array();
  const invalid = firstInvalid(bytes);
  if (invalid >= 0 && exchange.response?.body.whole) {
    const near = Buffer.from(bytes)
      .subarray(Math.max(0, invalid - 40), invalid + 20)
      .toString();
    const actual = `invalid UTF-8 near ${quote(near)}`;
    return [finding(exchange, 'a JSON body in UTF-8', actual, `byte ${invalid}`)];
  }
  if (isObject(value)) return [];
  const actual = `${value === undefined ? 'text that does not parse' : 'another JSON value'}: ${quote(bodyText(exchange))}`;
  return [finding(exchange, 'a body with one JSON object', actual, 'body')];
}
