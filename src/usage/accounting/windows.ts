import { MEASURES, minus, type Totals } from '../measures.ts';
import { type Bounds, boundsOf, isShort, shortBy } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline, grown, since, uncertain } from './endpoint-timeline.ts';
import type { OwnCompletion } from './own-completions.ts';

/** A stretch of the run: what was sent in it, and by how much an endpoint grew meanwhile. */
export interface Window {
  /** In words: `before the streams`. */
  name: string;
  own: OwnCompletion[];
  growth: Totals;
  bounds: Bounds;
  /**
   * Of a window in which earlier completions may arrive late: those, and by how much they had shown when it began, in
   * epoch milliseconds of the run's clock.
   */
  earlier?: { own: OwnCompletion[]; growth: Totals; at: number };
}

/** All that was sent, and by how much an endpoint grew since before the run. */
export function wholeRun(accounts: Accounts, timeline: EndpointTimeline): Window {
  const own = all(accounts, timeline);
  return { name: WHOLE, own, growth: grown(timeline), bounds: boundsOf(own) };
}
const WHOLE = 'in the run';

/** The windows of a timeline, the one that tells most first: the whole run where it is known what everything in it used. */
function windowsOf(accounts: Accounts, timeline: EndpointTimeline): Window[] {
  const { afterFirst, afterRun, afterStream, afterRound, before } = timeline;
  const window = (
    name: string,
    own: OwnCompletion[],
    growth: Totals,
    earlier?: Window['earlier'],
  ): Window => ({ name, own, growth, bounds: boundsOf(own), ...(earlier && { earlier }) });
  const run = since(accounts.run, before);
  const whole = wholeRun(accounts, timeline);
  const first = afterFirst && [
    window('before the streams', since(accounts.first, before), minus(afterFirst.totals, before.totals)),
  ];
  const stream = afterStream && [
    window('of a stream alone', accounts.stream, minus(afterStream.totals, afterRun.totals), {
      own: run,
      growth: minus(afterRun.totals, before.totals),
      at: afterRun.exchange.startedAt,
    }),
  ];
  const round = afterStream &&
    afterRound && [
      window('at once', accounts.round, minus(afterRound.totals, afterStream.totals), {
        own: [...run, ...accounts.stream],
        growth: minus(afterStream.totals, before.totals),
        at: afterStream.exchange.startedAt,
      }),
    ];
  const known = whole.own.every((own) => own.outcome === 'refused' || own.usage);
  // Where every answer tells what it used, what was late in one window is found in the whole.
  const parts = [...(first ?? []), ...(stream ?? []), ...(round ?? [])];
  return known ? [whole, ...parts] : [...parts, whole];
}

/**
 * The windows in which something is missing, with what. Where the whole can tell, what was late in a part has come when
 * the whole lacks less.
 */
export function shortWindows(
  accounts: Accounts,
  timeline: EndpointTimeline,
): (Window & { missing: Totals })[] {
  const short = windowsOf(accounts, timeline).map((window) => ({
    ...window,
    missing: shortBy(window.growth, window.bounds),
  }));
  const [lead] = short;
  const lacks = ({ missing }: { missing: Totals }) => MEASURES.some((m) => missing[m] > 0n);
  if (lead?.name !== WHOLE) return short.filter(lacks);
  return short.filter(
    (window) => lacks(window) && MEASURES.every((m) => window.missing[m] <= lead.missing[m]),
  );
}

/** Whether something is missing anywhere, or may be. */
export const windowsShort = (accounts: Accounts): boolean =>
  accounts.timelines.some(
    (timeline) => shortWindows(accounts, timeline).length > 0 || shortBehindEarly(accounts, timeline),
  );

/**
 * Whether completions from before the first reading, counted after it, may hide that something is missing: a part of the run
 * lacks what the whole does not, or by requests just they and ours are in the growth, by tokens not.
 */
export function shortBehindEarly(accounts: Accounts, timeline: EndpointTimeline): boolean {
  const early = uncertain(accounts, timeline).filter(({ outcome }) => outcome === 'success');
  if (early.length === 0) return false;
  const parts = windowsOf(accounts, timeline).filter(({ name }) => name !== WHOLE);
  if (parts.some((part) => isShort(part.growth, part.bounds))) return true;
  const { own, growth } = wholeRun(accounts, timeline);
  const both = [...own, ...early];
  const bounds = boundsOf(both);
  // A request for n choices may count as one, or as n.
  const choices = both.reduce((sum, one) => sum + (one.outcome === 'success' ? one.choices : 0), 0);
  const requests = [bounds.least.total_requests, BigInt(choices)];
  return requests.includes(growth.total_requests) && isShort(growth, bounds);
}

/**
 * The windows in which growth can be held against all that was sent, with what may be in the first one or not (`unsure`):
 * those in which every answer tells what it used.
 */
export function closedWindows(
  accounts: Accounts,
  timeline: EndpointTimeline,
  unsure: readonly OwnCompletion[],
): Window[] {
  return windowsOf(accounts, timeline).map((window) =>
    window.name === WHOLE || window.name === 'before the streams'
      ? { ...window, bounds: boundsOf([...window.own, ...unsure]) }
      : window,
  );
}
