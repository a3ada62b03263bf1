import type { Finding, Judge } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { parseJson } from '../../vocabulary/parse-json.ts';
import type { Table } from '../csv/table.ts';
import { inWords, MEASURES, type Measure, plus, same, type Totals } from '../measures.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { breach, quoted } from './finding.ts';
import { COMMON, TELLING } from './foreign.ts';

/** The same closed days as seen by two organizations. */
export interface TwoOrganizations {
  own: UsageSnapshot;
  others: UsageSnapshot;
  /** Further responses, if the records are the same. */
  ifSame?: {
    /** The summaries for both keys. */
    sums: { own: Partial<Totals>; theirs: Partial<Totals> };
    /** The other organization's records in a range that no request had before. */
    fresh: UsageSnapshot;
  };
}

/** No organization and no record is visible to both keys, whatever organization records name. */
export const organizationsAreSeparate: Judge<TwoOrganizations> = ({ own, others, ifSame }) => {
  const exchanges = [...others.pages, ...own.pages] as [Exchange, ...Exchange[]];
  const shared = [...others.organizations.keys()].find((org) => own.organizations.has(org));
  if (own.all.sameRecords(others.all)) return [sameRecords(exchanges, own, ifSame)];
  if (shared !== undefined) {
    const place = others.organizations.get(shared)!;
    return [
      breach(
        exchanges,
        `body ${place.at}/org_id`,
        'no org_id visible to both keys',
        `${quoted(shared)} for both keys`,
      ),
    ];
  }
  const common = [...others.sayings].filter(([saying]) => own.sayings.has(saying));
  // A daily canary in both organizations has the same usage in each, and the same each day.
  if (new Set(common.map(([saying]) => saying.slice(saying.lastIndexOf(']')))).size >= COMMON) {
    const actual = `${counted(common.length, 'record')} with the same user, model, date and counts for both keys`;
    return [breach(exchanges, `body ${common[0]![1].at}`, 'no record visible to both keys', actual)];
  }
  if (others.organizations.size <= 1) return [];
  return [
    breach(
      exchanges,
      'body',
      "one org_id for the other organization's key",
      `${others.organizations.size} org_ids`,
    ),
  ];
};

/** Equal records are conclusive if another response shows that the keys belong to two organizations. */
function sameRecords(
  exchanges: [Exchange, ...Exchange[]],
  own: UsageSnapshot,
  ifSame: TwoOrganizations['ifSame'],
): Finding {
  const found = (shownBy: [Exchange, ...Exchange[]], actual: string, as?: 'inconclusive') =>
    breach(
      shownBy,
      'body',
      'different records for two organizations',
      `the same records for both keys${actual}`,
      as,
    );
  const { sums, fresh } = ifSame ?? {};
  const [other] = fresh?.organizations.keys() ?? [];
  if (fresh && other !== undefined && !own.organizations.has(other)) {
    const shownBy = [exchanges[0], ...fresh.pages, ...exchanges.slice(1)] as const;
    return found(
      [...shownBy],
      `, and those of org_id ${quoted(other)} for the other key in a range that was not requested before`,
    );
  }
  if (sums && MEASURES.some((m) => told(sums.own, m, sums.theirs) && sums.own[m] !== sums.theirs[m]))
    return found(exchanges, ', and different summaries');
  return found(exchanges, ': do they belong to two organizations?', 'inconclusive');
}

/** Whether both keys get the same measure. */
const told = (own: Partial<Totals>, measure: Measure, theirs: Partial<Totals>): boolean =>
  own[measure] !== undefined && theirs[measure] !== undefined;

/** The sums for another organization's key, with its own records and ours. */
export interface Foreign {
  exchange: Exchange;
  /** The exchanges with the records for the comparison. */
  pages: readonly Exchange[];
  endpoint: 'summary' | 'export';
  shown: Partial<Totals>;
  /** Any of these is right. */
  allowed: readonly Totals[];
  own: Totals;
}

/** Every shown measure has to be the other organization's own: one correct measure does not excuse others. */
export const ownOnly: Judge<Foreign> = (foreign) => {
  const { exchange, pages, endpoint, shown, allowed } = foreign;
  const known = MEASURES.filter((m) => shown[m] !== undefined);
  if (allowed.some((totals) => known.every((m) => totals[m] === shown[m]))) return [];
  const [ours] = oursIn(foreign);
  const measure = ours ?? notTheirs(foreign)[0] ?? known[0]!;
  const actual = `${endpoint} of ${shown[measure]} ${inWords(measure)}${ours ? ', in which our records are counted' : ', which is not the sum of its records'}`;
  const wanted = `only the other organization's ${allowed[0]![measure]} ${inWords(measure)}`;
  return [breach([exchange, ...pages.slice(0, 1)], 'body', wanted, actual)];
};

/** The sums that are ours, or those of both: other differences from their records may be the records' fault. */
export const oursIn = (foreign: Foreign): Measure[] => {
  const { shown, allowed, own } = foreign;
  return notTheirs(foreign).filter(
    (m) => own[m] !== 0n && (shown[m] === own[m] || allowed.some((a) => shown[m] === a[m] + own[m])),
  );
};

const notTheirs = ({ shown, allowed }: Foreign): Measure[] =>
  MEASURES.filter((m) => shown[m] !== undefined && allowed.every((totals) => totals[m] !== shown[m]));

/** The sums for our key when another organization is named, and without that. */
export interface Named {
  exchange: Exchange;
  endpoint: 'summary' | 'export';
  /** Undefined if the request was rejected, which is correct too. */
  shown: Partial<Totals> | undefined;
  plain: Partial<Totals>;
  /** The other organization's sums, in each reading of the range. */
  others: readonly Totals[];
}

/** The key determines whose usage is shown. No usage is a way of rejecting; other values are inconclusive. */
export const keyDecides: Judge<Named> = ({ exchange, endpoint, shown, plain, others }) => {
  const changed = MEASURES.filter((m) => shown?.[m] !== undefined && plain[m] !== undefined).filter(
    (m) => shown![m] !== plain[m],
  );
  if (changed.every((m) => shown![m] === 0n)) return [];
  const counted = (reading: Totals) =>
    changed.filter(
      (m) => reading[m] !== 0n && (shown![m] === reading[m] || shown![m] === reading[m] + plain[m]!),
    );
  // One of several sums may agree with another reading by chance.
  const [theirs] = others.map(counted).find((found, i) => found.length >= (i === 0 ? 1 : 2)) ?? [];
  const measure = theirs ?? changed[0]!;
  const actual = `${shown![measure]} ${inWords(measure)} in the ${endpoint}${theirs ? ', which include the other organization' : ''}`;
  const expected = "only the usage of the key's organization";
  return [breach(exchange, 'body', expected, actual, theirs ? undefined : 'inconclusive')];
};

/** The export without dates, or with one of them, and the records of closed days for each of two organizations. */
export interface UndatedRows {
  exchange: Exchange;
  /** The request, in words. */
  asked: string;
  plain: Rows;
  own: Rows;
  others: Rows;
}

type Rows = Pick<Table, 'byDay' | 'sayings' | 'organizations'>;

/** Whether a row says more than a daily canary in both organizations: its total tokens are its last number but one. */
const isTelling = (saying: string): boolean => BigInt((parseJson(saying) as string[]).at(-2)!) >= TELLING;

/**
 * Without dates no rows of the other organization come, and no day has exactly the usage of both. Days are compared in
 * rows, tokens and requests; one day may agree by chance, unless there is no other.
 */
export const ownUndated: Judge<UndatedRows> = ({ exchange, asked, plain, own, others }) => {
  const expected = `only rows of the key's organization, ${asked} too`;
  const [foreign] = [...plain.organizations].filter(
    ([id]) => others.organizations.has(id) && !own.organizations.has(id),
  );
  if (foreign) return [breach(exchange, `body, row ${foreign[1].row}`, expected, quoted(foreign[0]))];
  const strange = [...others.sayings].filter((s) => plain.sayings.has(s) && !own.sayings.has(s));
  if (strange.length >= COMMON || strange.some(isTelling)) {
    const actual = `${counted(strange.length, 'row')} that the other organization's key is shown, too`;
    return [breach(exchange, 'body', expected, actual)];
  }
  const shared = [...others.byDay].filter(([, theirs]) => theirs.totals.total_tokens > 0n);
  const mixed = shared.filter(([day, theirs]) => {
    const [shown, ours] = [plain.byDay.get(day), own.byDay.get(day)];
    if (!shown || shown.count !== theirs.count + (ours?.count ?? 0)) return false;
    const together = ours ? plus(ours.totals, theirs.totals) : theirs.totals;
    return same(shown.totals, together);
  });
  if (mixed.length < Math.min(2, shared.length) || mixed.length === 0) return [];
  const actual = `rows of ${counted(mixed.length, 'day')} are the sum of both organizations, for example ${mixed[0]![0]}`;
  return [breach(exchange, 'body', expected, actual)];
};

/** The summaries for both keys without dates, or with one of them, and those of all time. */
export interface UndatedSums {
  exchange: Exchange;
  /** The request, in words. */
  asked: string;
  shown: Partial<Totals>;
  /** The same request with the other organization's key. */
  others: { exchange: Exchange; shown: Partial<Totals> };
  /** Their records of closed days have the same sums, as copies of one data set do: so may all others. */
  twins: boolean;
  /** The sums of all days for each key; undefined if such old dates are rejected. */
  ever: { exchanges: readonly Exchange[]; own: Partial<Totals>; theirs: Partial<Totals> } | undefined;
}

/** Sums that agree by chance agree in one measure, not in all of them. */
const ENOUGH = 3;

/**
 * Two organizations with different records do not get the same sums, and none gets those of the other, or of both.
 * All measures have to agree exactly, since without a date the counted days are unknown.
 */
export const ownUndatedSums: Judge<UndatedSums> = ({ exchange, asked, shown, others, twins, ever }) => {
  const expected = `only the usage of the key's organization, ${asked}`;
  const compared = (given: Partial<Totals>) =>
    MEASURES.filter((m) => shown[m] !== undefined && given[m] !== undefined && given[m] !== 0n);
  const alike = compared(others.shown);
  if (!twins && alike.length >= ENOUGH && alike.every((m) => shown[m] === others.shown[m])) {
    const actual = `${shown[alike[0]!]} ${inWords(alike[0]!)} for both keys, and equal values of every other count`;
    return [breach([exchange, others.exchange], 'body', expected, actual)];
  }
  if (!ever) return [];
  const theirs = compared(ever.theirs);
  if (
    theirs.length >= ENOUGH &&
    theirs.every((m) => shown[m] === ever.theirs[m] && shown[m] !== ever.own[m])
  ) {
    const actual = `${shown[theirs[0]!]} ${inWords(theirs[0]!)}, which the other organization has in the same days`;
    return [breach([exchange, ...ever.exchanges], 'body', expected, actual)];
  }
  const together = theirs.filter((m) => ever.own[m] !== undefined);
  if (together.length < ENOUGH || together.some((m) => shown[m] !== ever.own[m]! + ever.theirs[m]!))
    return [];
  const actual = `${shown[together[0]!]} ${inWords(together[0]!)}, the sum of both organizations`;
  return [breach([exchange, ...ever.exchanges], 'body', expected, actual)];
};
