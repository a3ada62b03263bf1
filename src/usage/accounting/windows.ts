import { MEASURES, minus, type Totals } from '../measures.ts';
import { type Bounds, boundsOf, isShort, shortBy } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline, grown, since, uncertain } from './endpoint-timeline.ts';
import type { OwnCompletion } from './own-completions.ts';

/** A part of the run: its requests, and the growth of an endpoint meanwhile. */
export interface Window {
  /** In words: `before the streams`. */
  name: string;
  own: OwnCompletion[];
  growth: Totals;
  bounds: Bounds;
  /**
   * For a window in which earlier completions may be counted: those, and their visible part when it began, in epoch
   * milliseconds of the run's clock.
   */
  earlier?: { own: OwnCompletion[]; growth: Totals; at: number };
}

/** All requests, and the growth of an endpoint since before the run. */
export function wholeRun(accounts: Accounts, timeline: EndpointTimeline): Window {
  const own = all(accounts, timeline);
  return { name: WHOLE, own, growth: grown(timeline), bounds: boundsOf(own) };
}
const WHOLE = 'in the run';

/** The windows of a timeline, the most informative first: the whole run if all usage in it is known. */
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
  // If every completion reports its usage, the whole run includes what was delayed in one window.
  const parts = [...(first ?? []), ...(stream ?? []), ...(round ?? [])];
  return known ? [whole, ...parts] : [...parts, whole];
}

/**
 * The windows with missing usage. If the whole run is known, usage that was delayed in a part is not missing in the
 * whole.
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

/** Whether anything is missing, or may be. */
export const windowsShort = (accounts: Accounts): boolean =>
  accounts.timelines.some(
    (timeline) => shortWindows(accounts, timeline).length > 0 || shortBehindEarly(accounts, timeline),
  );

/**
 * Whether earlier completions, counted after the first reading, may hide missing usage: a part of the run lacks
 * usage that the whole does not.
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
 * The windows in which growth is comparable with all requests, with those that the first one may include or not
 * (`unsure`): windows in which every completion reports its usage.
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
