import type { ResponseRecord } from '../vocabulary/exchange.ts';
import type { Head, UnrecordedHeaders } from './outcome.ts';

/** Response headers that are named as places of a key. */
const MOST_HEADERS = 64;

/**
 * The forms in which keys were returned, and their places: `within` searches the head, interim responses and
 * trailers; the body was searched before. Undefined if there are none.
 */
export function leaksOf(
  head: Head,
  extra: readonly UnrecordedHeaders[],
  inBody: readonly string[],
  within: (text: string) => readonly string[],
): Pick<ResponseRecord, 'leaks' | 'leakedIn'> | undefined {
  const reason = within(head.statusText);
  const inHeaders = head.headers.flatMap(([name, value]) => {
    // A key in a header's name is hidden, so the name identifies nothing.
    const hidden = within(name);
    const place = hidden.length > 0 ? 'headers' : `header ${name.toLowerCase()}`;
    return [...hidden, ...within(value)].map((form) => [form, place] as const);
  });
  const places = inHeaders.slice(0, MOST_HEADERS);
  for (const { where, statusText, headers } of extra) {
    const forms = new Set([statusText, ...headers.flat()].flatMap(within));
    for (const form of forms) places.push([form, where]);
  }
  for (const form of inBody) places.push([form, 'body']);
  const leaks = new Set([...reason, ...inHeaders.concat(places).map(([form]) => form)]);
  return leaks.size === 0 ? undefined : { leaks: [...leaks], leakedIn: places };
}
