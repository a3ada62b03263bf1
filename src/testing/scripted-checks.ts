import { createSession } from '../engine/run-checks.ts';
import type { Check, CheckContext, Finding } from '../vocabulary/check.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';
import type { Asker, Target } from '../vocabulary/target.ts';
import { exchange } from './exchange.ts';
import { phases } from './phases.ts';

export const settings: Settings = { ...DEFAULTS, baseUrl: 'http://127.0.0.1:1', model: 'm', seed: 1 };
/** A GET of a path. */
export const get = (path: string): RequestSpec => ({ method: 'GET', path, label: path });

/** A target whose answer to the n-th request for a path is a status. */
export function scripted(answer: (path: string, nth: number) => number): {
  target: Target;
  sent: string[];
  /** Those that must be the only ones in flight. */
  alone: string[];
} {
  const sent: string[] = [];
  const alone: string[] = [];
  const target = {
    clock: leapingClock(),
    send: async (spec: RequestSpec, asker: Asker): Promise<Exchange> => {
      if (asker.urgency === 'alone') alone.push(spec.path);
      const nth = sent.filter((p) => p === spec.path).length;
      sent.push(spec.path);
      const startedAt = 100 * sent.length;
      const made = exchange({ id: `e${sent.length}`, startedAt, status: answer(spec.path, nth) });
      return { ...made, owner: asker.owner, turn: asker.turn };
    },
    limitPace: { heard: () => {}, slowDown: () => {} },
    separate: () => {},
    goEasier: () => {},
    close: async () => {},
  } as unknown as Target;
  return { target, sent, alone };
}

/** Anything but 200 is a violation. */
export const not200 = (e: Exchange): Finding[] =>
  e.response?.status === 200
    ? []
    : [
        {
          expected: 'status 200',
          actual: `status ${e.response?.status}`,
          place: 'status',
          exchanges: [e.id],
        },
      ];

/** A check with this `run`, and other given members. */
export function check(run: (context: CheckContext) => Promise<unknown>, part: Partial<Check> = {}): Check {
  return {
    id: 'status/one',
    title: 'one',
    about: 'one',
    clauses: ['7'],
    level: 'must',
    run: (context) => run(context),
    ...part,
  };
}

/** The results of these checks, and the requested paths. */
export async function results(checks: Check[], answer: (path: string, nth: number) => number) {
  const { target, sent, alone } = scripted(answer);
  const session = createSession({
    checks,
    settings,
    credentials: [],
    target,
    phases: phases((a) => a.send(get('/plain'))),
  });
  return { lines: await session.all(), sent, alone };
}

/** Asks for one path, and judges its status. */
export const ask = (context: CheckContext) => context.verify((a) => a.send(get('/x')), not200);
