import type { ResponseRecord } from '../vocabulary/exchange.ts';
import type { Beside, Head } from './outcome.ts';
import { headTexts } from './secrets/headers.ts';

/**
 * In which forms keys came back, and where, by what `find` sees in the head and beside the response, and what was found in the
 * body; undefined where they did not.
 */
export function leaksOf(
  head: Head,
  beside: readonly Beside[],
  inBody: readonly string[],
  find: (bytes: Uint8Array) => readonly string[],
): Pick<ResponseRecord, 'leaks' | 'leakedIn'> | undefined {
  const within = (text: string) => find(Buffer.from(text));
  const said = beside.flatMap(({ where, statusText, headers }) =>
    [...new Set(headTexts(statusText, headers).flatMap(within))].map((form) => [form, where] as const),
  );
  const forms = [
    ...headTexts(head.statusText, head.headers).flatMap(within),
    ...said.map(([form]) => form),
    ...inBody,
  ];
  if (forms.length === 0) return undefined;
  const places = head.headers.flatMap(([name, value]) => {
    // A key in a header's name is hidden there: it names nothing.
    const hidden = within(name);
    const place = hidden.length > 0 ? 'headers' : `header ${name.toLowerCase()}`;
    return [...hidden, ...within(value)].map((form) => [form, place] as const);
  });
  places.push(...said, ...inBody.map((form) => [form, 'body'] as const));
  return { leaks: [...new Set(forms)], leakedIn: places };
}
