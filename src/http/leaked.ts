import type { ResponseRecord } from '../vocabulary/exchange.ts';
import type { Head, UnrecordedHeaders } from './outcome.ts';

/** Headers of a response that are named as places of a key. */
const MOST_HEADERS = 64;

/**
 * In which forms keys came back, and where, by what `within` finds in the head and beside the response, and what was found in the
 * body; undefined where they did not.
 */
export function leaksOf(
  head: Head,
  extra: readonly UnrecordedHeaders[],
  inBody: readonly string[],
  within: (text: string) => readonly string[],
): Pick<ResponseRecord, 'leaks' | 'leakedIn'> | undefined {
  const reason = within(head.statusText);
  const inHeaders = head.headers.flatMap(([name, value]) => {
    // A key in a header's name is hidden there: it names nothing.
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
