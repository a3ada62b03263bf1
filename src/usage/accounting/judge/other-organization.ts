import type { Judge } from '../../../vocabulary/check.ts';
import { breach } from '../../judge/finding.ts';
import { inWords, MEASURES, minus, plus, same, type Totals } from '../../measures.ts';
import { summaryTotals } from '../../summary.ts';
import { boundsOf, isWhole } from '../bounds.ts';
import { all, type EndpointTimeline, grown, uncertain } from '../endpoint-timeline.ts';
import type { OtherOrganization } from '../other-organization.ts';
import { type OwnCompletion, subsets } from '../own-completions.ts';
import { growsByOurs } from './growth.ts';

/** So many requests that agree in everything are no coincidence. */
const MANY = 5n;

/** Whether another organization's totals grew by our usage in some way. */
type Grows = (evidence: OtherOrganization, growth: Totals, timeline: EndpointTimeline) => boolean;

/** The possible counts of completions, and of duplicates elsewhere. */
const ASPECTS: readonly ((own: OwnCompletion) => boolean)[] = [
  (own) => own.streamed,
  (own) => own.tools,
  (own) => own.calls,
  (own) => own.choices > 1,
  (own) => own.reasoning,
  (own) => own.cut,
];

/**
 * The usage that our totals lack does not appear, to the token, in another organization's; nor do its totals grow
 * by all of our usage.
 */
export const notInOtherOrganization: Judge<OtherOrganization> = (evidence) => {
  const { before, after, accounts } = evidence;
  const growth = minus(summaryTotals(after), summaryTotals(before));
  const short = growsByOurs(accounts);
  const lacking = short.find(({ timeline, missing }) => {
    if (growth.total_tokens === 0n || missing.total_tokens === 0n) return false;
    const own = all(accounts, timeline);
    // Earlier requests may have been counted there after the first reading.
    return subsets(uncertain(accounts, timeline)).some((early) => {
      const { least } = boundsOf(early);
      return isWhole(growth, [...own, ...early]) || same(growth, plus(missing, least));
    });
  });
  const told = MEASURES.map((m) => `${growth[m]} ${inWords(m)}`).join(', ');
  const expected = "completions recorded for the key's own organization";
  const isTold = evidence.areTwo && growth.total_tokens > 0n && !lacking;
  const find = (grows: Grows, least = MANY) =>
    isTold && growth.total_requests >= least
      ? accounts.timelines.find((timeline) => grows(evidence, growth, timeline))
      : undefined;
  const whole = find(growsAlike);
  // Usage that ours lack and that is counted elsewhere is not counted twice.
  const part = whole || short.length > 0 ? undefined : (find(growsByKind) ?? find(growsBySilent));
  const twice = whole ?? part;
  if (twice) {
    const like = part ? 'the usage of one kind of our completions' : 'like ours';
    const actual = `the other organization's totals grew by ${told}, ${like}`;
    const seen = [after.exchange, before.exchange, twice.last.exchange] as const;
    return [breach(seen, 'body, growth of the totals', expected, actual)];
  }
  if (!lacking) {
    const unknown = short.find(({ timeline }) => all(accounts, timeline).every((own) => !own.usage));
    const few = find(growsAlike, 1n);
    if (growth.total_requests === 0n || !(unknown || few)) return [];
    // Ours lack requests, the other's grew, and no completion shows by how much; or both grew equally by few,
    // perhaps by chance.
    const ours = unknown
      ? `and ours lack ${unknown.missing.total_requests} requests`
      : `and ours by ${grown(few!).total_requests} requests, too few to distinguish double recording from chance`;
    const actual = `the other organization's totals grew by ${told}, ${ours}`;
    const seen = [after.exchange, before.exchange, (unknown?.timeline ?? few!).last.exchange] as const;
    return [breach(seen, 'body, growth of the totals', expected, actual, 'inconclusive')];
  }
  const actual = `the other organization's totals grew by ${told}, which is missing from ours`;
  return [
    breach(
      [after.exchange, before.exchange, lacking.timeline.last.exchange],
      'body, growth of the totals',
      expected,
      actual,
    ),
  ];
};

/**
 * Whether another organization's totals grew by all that ours did, except for earlier requests. Both keys may
 * belong to one organization, unless records show otherwise.
 */
const growsAlike: Grows = ({ accounts }, growth, timeline) => {
  const ours = grown(timeline);
  return subsets(uncertain(accounts, timeline)).some((early) => {
    const { least } = boundsOf(early);
    return same(growth, plus(ours, least)) || same(plus(growth, least), ours);
  });
};

/**
 * Whether another organization's totals grew by exactly the part of our growth that no completion reported: by the
 * completions without usage, as most streams are.
 */
const growsBySilent: Grows = ({ accounts }, growth, timeline) => {
  const told = all(accounts, timeline).filter(({ usage }) => usage !== undefined);
  return subsets(uncertain(accounts, timeline)).some((early) => {
    const rest = minus(grown(timeline), boundsOf([...told, ...early]).least);
    return MEASURES.every((m) => m === 'total_requests' || rest[m] === growth[m]);
  });
};

/** Whether another organization's totals grew by exactly the usage of one kind of our completions, and ours by all.
 */
const growsByKind: Grows = ({ accounts }, growth, timeline) => {
  const own = [...all(accounts, timeline), ...uncertain(accounts, timeline)].filter(
    ({ outcome }) => outcome !== 'refused',
  );
  const kinds = ASPECTS.flatMap((has) => [own.filter(has), own.filter((one) => !has(one))]);
  const ways = kinds.flatMap((kind) => [
    kind,
    kind.filter((o) => !o.streamed),
    kind.filter((o) => o.streamed),
  ]);
  return ways.some((kind) => {
    const told = kind.every(({ usage }) => usage !== undefined);
    return told && isWhole(growth, kind);
  });
};
