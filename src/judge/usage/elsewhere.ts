import type { Judge } from '../../check.ts';
import { beyond, boundsOf, isShort } from '../../usage/accounting/bounds.ts';
import type { Elsewhere } from '../../usage/accounting/elsewhere.ts';
import { all } from '../../usage/accounting/tracks.ts';
import { inWords, MEASURES, minus } from '../../usage/measures.ts';
import { summaryTotals } from '../../usage/summary.ts';
import { breach } from './finding.ts';
import { shortfalls } from './growth.ts';

/** What our totals lack is what another organization's grew by, to the token. */
export const notElsewhere: Judge<Elsewhere> = ({ before, after, accounts }) => {
  const growth = minus(summaryTotals(after), summaryTotals(before));
  const lacking = shortfalls(accounts).find(({ track, missing }) => {
    const own = boundsOf(all(accounts, track));
    const whole = !isShort(growth, own) && beyond(growth, own).length === 0;
    const part = MEASURES.every((m) => growth[m] === missing[m]);
    return growth.total_tokens > 0n && missing.total_tokens > 0n && (whole || part);
  });
  if (!lacking) return [];
  const told = MEASURES.map((m) => `${growth[m]} ${inWords(m)}`).join(', ');
  const expected = "completions to be counted for the key's own organization";
  const actual = `the other organization's totals grew by ${told}, which ours lack`;
  return [
    breach(
      [after.exchange, before.exchange, lacking.track.last.exchange],
      'body, growth of the totals',
      expected,
      actual,
    ),
  ];
};
