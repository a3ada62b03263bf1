import type { Finding, Judge } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { type Aggregate, mergedAggregates } from '../aggregate.ts';
import type { RawRecord } from '../walk/page.ts';
import { identityOf, inOneCase, readRecord } from '../walk/record.ts';
import { breach, quoted } from './finding.ts';
import { type Counted, valuesOf } from './summary.ts';

export type Counts = Partial<Record<Counted, bigint>>;

/** The counts in another organization's summary of closed days, and in ours. */
export interface ForeignCounts {
  exchange: Exchange;
  shown: Counts;
  own: Counts;
  /** Honest readings of the records of each. */
  theirs: readonly [Aggregate, ...Aggregate[]];
  ours: readonly [Aggregate, ...Aggregate[]];
  /** The members that the records of both can be counted by. */
  members: readonly Counted[];
}

/** Two numbers above this are not equal by chance. */
export const TELLING = 1_000n;

/**
 * No count of another organization's summary is ours, or that of both: ours agrees with our records, theirs does
 * not agree with theirs, and ours explains it. A single small count may agree by chance: it only warns.
 */
export const ownCounts: Judge<ForeignCounts> = ({ exchange, shown, own, theirs, ours, members }) => {
  const together = mergedAggregates([theirs[0], ours[0]]);
  const leaked = members.filter((member) => {
    const [told, mine] = [shown[member], own[member]];
    if (told === undefined || mine === undefined || mine === 0n) return false;
    const allowed = theirs.flatMap((reading) => valuesOf(reading, member));
    if (allowed.includes(told) || !ours.some((reading) => valuesOf(reading, member).includes(mine)))
      return false;
    return told === mine || valuesOf(together, member).includes(told);
  });
  const [member] = leaked;
  if (member === undefined) return [];
  const sure = leaked.length > 1 || shown[member]! >= TELLING;
  const expected = `only the other organization's ${member} (${[...new Set(valuesOf(theirs[0], member))].join(' or ')})`;
  const told = leaked.map((m) => `${m} is ${shown[m]}`).join(', ');
  const actual = `${told}, which includes our records`;
  return [breach(exchange, `body /${member}`, expected, actual, sure ? undefined : 'warn')];
};

/** Records that agree in all that they say, from which on it is no chance. */
export const COMMON = 3;

/** Records that a key gets for one kind of query. */
export interface ForeignPage {
  exchange: Exchange;
  /** The same for the other key, just before, if that may be the cause. */
  earlier?: Exchange;
  /** The query, in words: `by the model "m"`, `without dates`. */
  asked: string;
  /** The returned records. */
  records: readonly RawRecord[];
  /** Those that only the other key may see, and their owner. */
  strange: readonly string[];
  /** What records say that it is shown, and that the key is not shown of closed days. */
  sayings: ReadonlySet<string>;
  whose: 'ours' | "the other organization's";
}

/** For any query, no record of one organization is shown to another. */
export function ownWhenFiltered({
  exchange,
  earlier,
  asked,
  records,
  strange,
  sayings,
  whose,
}: ForeignPage): Finding[] {
  const named = records.findIndex(({ org_id }) => strange.includes(inOneCase(String(org_id))));
  const told = records.map((raw) => readRecord(raw)).map((record) => record && identityOf(record, false));
  const common = told.filter((saying) => saying !== undefined && sayings.has(saying));
  if (named === -1 && common.length < COMMON) return [];
  const key = whose === 'ours' ? "the other organization's key" : 'our key';
  const expected = `no record of ${whose === 'ours' ? 'our organization' : 'the other organization'} ${asked} for ${key}`;
  const seen = earlier ? ([exchange, earlier] as const) : exchange;
  if (named >= 0)
    return [breach(seen, `body /${named}/org_id`, expected, quoted(String(records[named]!.org_id)))];
  const actual = `${counted(common.length, 'record')} with the same user, model, date and counts for both keys`;
  return [breach(seen, `body /${told.indexOf(common[0])}`, expected, actual)];
}
