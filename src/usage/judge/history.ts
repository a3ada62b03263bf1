import type { DoubtingJudge, Finding, Judge } from '../../vocabulary/check.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { STATS_SCHEMA } from '../walk/page.ts';
import type { Place, UsageSnapshot } from '../walk/usage-snapshot.ts';
import { breach, quoted } from './finding.ts';

const at = (place: Place | undefined, expected: string): Finding[] =>
  place ? [breach(place.exchange, `body ${place.at}`, expected, place.what)] : [];

/** Every record matches section 2.8; the rule for every answer also finds what is less severe. */
export const fitsSchema: Judge<UsageSnapshot> = ({ violation }) =>
  at(violation, 'records that match section 2.8');

export const totalsAreSums: Judge<UsageSnapshot> = (history) =>
  at(history.notTheSum, 'total_tokens = input_tokens + output_tokens');

/** An email member is an address; whether the address exists is not checked. */
export const hasAddress: Judge<UsageSnapshot> = (history) => at(history.noAddress, 'an e-mail address');

export const shownOnce: Judge<UsageSnapshot> = (history) =>
  at(history.twiceShown, 'each record once in all pages');

/** What is expected of records (2.8). */
export const ONE_RECORD_EACH = 'one record per user, model, provider, source and date';

export const aggregatedOnce: Judge<UsageSnapshot> = (history) => at(history.twiceAggregated, ONE_RECORD_EACH);

export const oneOrganization: DoubtingJudge<UsageSnapshot> = (history) => {
  const [first, second] = [...history.organizations];
  if (!first) return new Inconclusive('no record shows an org_id', history.pages, STATS_SCHEMA);
  if (!second) return [];
  return at({ ...second[1], what: `another org_id, ${quoted(second[0])}` }, 'one org_id in all records');
};

/** Records without dates, compared with those of closed days, whose org_id is known. */
export interface Undated {
  plain: UsageSnapshot;
  dated: UsageSnapshot;
}

/** No record without dates has another org_id than those of closed days. */
export const sameOrganization: Judge<Undated> = ({ plain, dated: { organizations: known } }) => {
  if (known.size !== 1 || plain.misfits.has('org_id')) return [];
  const other = [...plain.organizations].find(([id]) => !known.has(id));
  if (!other) return [];
  return at({ ...other[1], what: `another org_id, ${quoted(other[0])}` }, 'one org_id in all records');
};
