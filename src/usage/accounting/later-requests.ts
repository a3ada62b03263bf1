import { howRefusedCount } from './counting-rules.ts';
import type { Accounts, EndpointTimeline } from './endpoint-timeline.ts';
import { type Window, wholeRun } from './windows.ts';

/** Requests that were counted after their window, as the whole run shows. */
export interface LaterRequests {
  /** Whether requests of a window may be counted after it, if so many earlier ones were counted in it. */
  mayBe(window: Window, early: number): boolean;
  /** How many additional requests of a window may be counted in place of missing ones. */
  beside(window: Window): number;
}

/**
 * Some services count periodically, with longer pauses than a run waits: a window may close without requests that
 * the whole run shows. Other counted requests, such as choices and rejections, can replace them.
 */
export function laterRequests(accounts: Accounts, timeline: EndpointTimeline): LaterRequests {
  const whole = wholeRun(accounts, timeline);
  const choicesCount = mayCountChoices(accounts, timeline);
  const refusedCount = howRefusedCount(accounts, timeline) !== 'not counted';
  const beside = ({ own }: Window): number =>
    own.reduce((sum, { outcome, choices }) => {
      if (outcome === 'refused') return sum + (refusedCount ? choices : 0);
      return sum + (choicesCount ? choices - 1 : 0) + (outcome === 'maybe' ? 1 : 0);
    }, 0);
  return {
    beside,
    mayBe(window, early) {
      if (window.name === whole.name) return false;
      const due = window.bounds.least.total_requests + BigInt(early + beside(window));
      const came = whole.growth.total_requests >= whole.bounds.least.total_requests + BigInt(early);
      return came && window.growth.total_requests < due;
    },
  };
}

/** Whether a request for several choices may count as several: unless a trial showed that it counts as one. */
function mayCountChoices({ steps }: Accounts, { endpoint }: EndpointTimeline): boolean {
  const seen = steps.flatMap(({ name, growth }) => (name === 'multi-choice' ? (growth[endpoint] ?? []) : []));
  return !seen.some(({ total_requests: requests }) => requests === 1n);
}
