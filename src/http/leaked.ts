import type { ResponseRecord } from '../vocabulary/exchange.ts';
import type { Head, UnrecordedHeaders } from './outcome.ts';

/** Response headers that are named as places of a key. */
const MOST_HEADERS = 64;

/**
 * The forms in which keys were returned, and their places: `search` is for the head, interim responses and
 * trailers; the body was searched before. Undefined if there are none.
 */
export function leaksOf(
  head: Head,
  extra: readonly UnrecordedHeaders[],
  inBody: readonly string[],
  search: { isClean(headers: object): boolean; within(text: string): readonly string[] },
): Pick<ResponseRecord, 'leaks' | 'leakedIn'> | undefined {
  const { isClean, within } = search;
  // One search for all headers, as a service may send hundreds.
  const suspect = <T extends object>(headers: readonly T[]) => (isClean(headers) ? [] : headers);
  const reason = within(head.statusText);
  const inHeaders = suspect(head.headers).flatMap(([name, value]) => {
    // A key in a header's name is hidden, so the name identifies nothing.
    const hidden = within(name);
    const place = hidden.length > 0 ? 'headers' : `header ${name.toLowerCase()}`;
    return [...hidden, ...within(value)].map((form) => [form, place] as const);
  });
  const places = inHeaders.slice(0, MOST_HEADERS);
  for (const { where, statusText, headers } of extra) {
    const forms = new Set([statusText, ...suspect(headers).flat()].flatMap(within));
    for (const form of forms) places.push([form, where]);
  }
  for (const form of inBody) places.push([form, 'body']);
  const leaks = new Set([...reason, ...inHeaders.concat(places).map(([form]) => form)]);
  return leaks.size === 0 ? undefined : { leaks: [...leaks], leakedIn: places };
}
