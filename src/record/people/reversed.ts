import { addressesIn, type Span } from './addresses.ts';
import { endsAsDomain } from './domain-ends.ts';

/** An address that is written backwards, and as it is meant. */
export interface Reversed extends Span {
  meant: string;
}

/** Text from its end to its beginning, character by character. */
export const reversed = (text: string): string => [...text].reverse().join('');

/**
 * Addresses that are written backwards (`elpmaxe.amrif@enaj`), but for those whose `forward` reading ends as a domain does. What
 * both readings could be is taken as the one with the more usual end.
 */
export function reversedAddresses(text: string, forward: readonly Span[]): Reversed[] {
  if (!text.includes('@')) return [];
  const back = reversed(text);
  return addressesIn(back, { dotless: false }).flatMap(({ start, end }) => {
    const meant = back.slice(start, end);
    const span = { start: text.length - end, end: text.length - start };
    const sign = text.length - 1 - (start + meant.lastIndexOf('@'));
    const rival = forward.find((one) => one.start <= sign && one.end > sign);
    const told = rival ? text.slice(sign + 1, rival.end) : '';
    const lead = endsAsDomain(meant) - Math.max(endsAsDomain(told), told.includes('.') ? 1 : 0);
    // Where both end as well, the longer one leaves nothing of it.
    const isLonger = rival !== undefined && end - start > rival.end - rival.start;
    return lead > 0 || (lead === 0 && isLonger) ? [{ ...span, meant }] : [];
  });
}
