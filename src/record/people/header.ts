import type { Place } from './hiding.ts';
import { meaningOf } from './member-names.ts';
import type { RawValues } from './raw-value.ts';
import { hideInPairs } from './url.ts';

/** Headers of the protocol whose words are not about anybody. */
const PROTOCOL =
  /^(?:accept|accept-.*|connection|content-(?:length|encoding|language|range)|date|etag|expires|age|server|transfer-encoding|user-agent|vary|host|authorization|cache-control|retry-after|x-ratelimit.*)$/i;

/** Replaces people in the value of a header, each byte one character. */
export function hideInHeader(name: string, value: string, values: RawValues, place: Place): string {
  if (value === '') return value;
  const here: Place = { ...place, names: true };
  if (PROTOCOL.test(name)) return values.hide(value, 'own', { people: false, names: true });
  const meaning = meaningOf(name);
  if (meaning === 'person') return values.hide(value, 'person', here);
  // The signs of an encoded word part no pairs.
  if (value.includes('=?')) return values.hide(value, 'any', here);
  // `filename=…; user=…`, and links with a query.
  const before = pathBefore(value);
  const rest = value.slice(before.length);
  const pairs = /[?;&]|=/.test(rest) ? hideInPairs(rest, values, { ...here, people: false }) : rest;
  return pairs === rest ? values.hide(value, 'any', here) : values.hide(before, 'any', here) + pairs;
}

/** What stands before the query of an address. */
function pathBefore(value: string): string {
  return /^[^?=;]*(?=\?)/.exec(value)?.[0] ?? '';
}
