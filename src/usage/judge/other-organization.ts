import type { Judge } from '../../vocabulary/check.ts';
import { beyond, boundsOf, isShort } from '../accounting/bounds.ts';
import { all } from '../accounting/endpoint-timeline.ts';
import type { OtherOrganization } from '../accounting/other-organization.ts';
import { inWords, MEASURES, minus } from '../measures.ts';
import { summaryTotals } from '../summary.ts';
import { breach } from './finding.ts';
import { growsByOurs } from './growth.ts';

/** What our totals lack is what another organization's grew by, to the token. */
export const notInOtherOrganization: Judge<OtherOrganization> = ({ before, after, accounts }) => {
  const growth = minus(summaryTotals(after), summaryTotals(before));
  const lacking = growsByOurs(accounts).find(({ timeline, missing }) => {
    const own = boundsOf(all(accounts, timeline));
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
      [after.exchange, before.exchange, lacking.timeline.last.exchange],
      'body, growth of the totals',
      expected,
      actual,
    ),
  ];
};
