import { howRefusedCount } from './counting-rules.ts';
import type { Accounts, EndpointTimeline } from './endpoint-timeline.ts';
import { type Window, wholeRun } from './windows.ts';

/** What the whole run tells of requests that were counted after the window in which they were sent. */
export interface LaterRequests {
  /** Whether requests of a window may have come after it, if so many of before were counted in it. */
  mayBe(window: Window, early: number): boolean;
  /** How many requests of a window may be counted beside its completions, and so stand in the place of missing ones. */
  beside(window: Window): number;
}

/**
 * Some services count from time to time, and stand still in between for longer than a run waits: a window may close without
 * requests that the whole run shows. What counts as a request beside completions, choices and refusals, can stand in their place.
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

/** Whether a request for several choices may count as several: as far as a trial did not show that it counts as one. */
function mayCountChoices({ steps }: Accounts, { endpoint }: EndpointTimeline): boolean {
  const seen = steps.flatMap(({ name, growth }) => (name === 'multi-choice' ? (growth[endpoint] ?? []) : []));
  return !seen.some(({ total_requests: requests }) => requests === 1n);
}
