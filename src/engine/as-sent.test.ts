import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { phases } from '../testing/phases.ts';
import { check, get, not200, settings } from '../testing/scripted-checks.ts';
import type { Check, Requester } from '../vocabulary/check.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { createTally } from '../vocabulary/tally.ts';
import type { Asker, Target } from '../vocabulary/target.ts';
import { createSession } from './run-checks.ts';

/** The state of a service: other paths that were in flight with a request, and its position on the connection. */
interface Moment {
  spec: RequestSpec;
  inFlight: readonly string[];
  place: number;
  /** The earlier requests for this path. */
  before: number;
}

/** Runs the checks against a service with this status for each request. Unnamed connections are one. */
async function run(checks: readonly Check[], status: (moment: Moment) => number) {
  let now = 0;
  const sent: string[] = [];
  const inFlight = new Map<string, Set<string>>();
  const places = new Map<string, number>();
  const target = {
    clock: leapingClock(),
    tally: createTally(),
    send: async (spec: RequestSpec, asker: Asker): Promise<Exchange> => {
      const startedAt = now++;
      const connection = spec.connection ?? 'shared';
      const place = (places.get(connection) ?? 0) + 1;
      places.set(connection, place);
      const before = sent.filter((path) => path === spec.path).length;
      for (const met of inFlight.values()) met.add(spec.path);
      const met = new Set(inFlight.keys());
      inFlight.set(spec.path, met);
      sent.push(spec.path);
      const id = `e${sent.length}`;
      await setImmediate();
      if (spec.path === '/x') await setImmediate();
      const given = status({ spec, place, before, inFlight: [...met] });
      inFlight.delete(spec.path);
      const made = exchange({ id, status: given, startedAt, endMs: now++ - startedAt });
      const onConnection = place > 1 ? { place, after: 'e1' } : undefined;
      return { ...made, owner: asker.owner, turn: asker.turn, ...(onConnection && { onConnection }) };
    },
    limitPace: { heard: () => {}, slowDown: () => {} },
    separate: () => {},
    goEasier: () => {},
    close: async () => {},
  } as unknown as Target;
  const plain = (ask: Requester) => ask.send(get('/plain'));
  const session = createSession({ checks, settings, credentials: [], target, phases: phases(plain) });
  return { lines: await session.all(), sent };
}

/** Sends requests without judging them. */
const sending = (paths: readonly string[], part: Partial<RequestSpec> = {}) =>
  check(
    async (context) => {
      for (const path of paths) context.held(await context.send({ ...get(path), ...part }));
    },
    { id: 'status/other' },
  );
const judging = check((context) => context.verify((ask) => ask.send(get('/x')), not200));
/** Two requests before the judged one, which the check sends itself. */
const judgingThird = check((context) =>
  context.verify(async (ask) => {
    if (ask.round === 1) for (const path of ['/a', '/b']) await ask.send(get(path));
    return ask.send(get('/x'));
  }, not200),
);

test('a violation that needs another request in flight is found again with it', async () => {
  const { lines, sent } = await run([judging, sending(['/y', '/z'])], ({ spec, inFlight }) =>
    spec.path === '/x' && inFlight.includes('/y') ? 400 : 200,
  );
  expect(lines[0]).toMatchObject({ verdict: 'fail', findings: [{ exchanges: ['e1', expect.any(String)] }] });
  expect(lines[0]!.message).toContain(
    'correct when repeated; found again with 2 of the requests that were in flight',
  );
  expect(sent.filter((path) => path === '/x')).toHaveLength(3);
});

test('a violation that needs a position on a connection is found again there', async () => {
  const { lines } = await run([judgingThird], ({ spec, place }) =>
    spec.path === '/x' && place === 3 ? 400 : 200,
  );
  expect(lines[0]).toMatchObject({ verdict: 'fail' });
  expect(lines[0]!.message).toContain('found again at the same position of a connection');
});

test('a named cause that a correct repetition disproves is not looked for at that position', async () => {
  const named = (one: Exchange) =>
    not200(one).map((finding) => ({ ...finding, withoutCause: 'status 400 at times' }));
  const { lines } = await run(
    [
      check((context) =>
        context.verify(async (ask) => {
          if (ask.round === 1) for (const path of ['/a', '/b']) await ask.send(get(path));
          return ask.send(get('/x'));
        }, named),
      ),
    ],
    ({ spec, place }) => (spec.path === '/x' && place === 3 ? 400 : 200),
  );
  expect(lines[0]).toMatchObject({
    verdict: 'warn',
    findings: [{ actual: 'status 400 at times (unstable: correct when repeated)' }],
  });
  expect(lines[0]!.findings[0]).not.toHaveProperty('withoutCause');
});

test.each([
  ['a good answer in the same situation', sending(['/y']), 3],
  ['a burst, which is not sent again', sending(['/y'], { ofBurst: true }), 2],
  ['an invalid key, which is not sent again', sending(['/y'], { credential: 'none' }), 2],
])('%s leaves the violation unstable', async (_, other, times) => {
  const { lines, sent } = await run([judging, other], ({ spec, before }) =>
    spec.path === '/x' && before === 0 ? 400 : 200,
  );
  expect(lines[0]).toMatchObject({ verdict: 'warn', findings: [{ unstable: true }] });
  expect(sent.filter((path) => path === '/x')).toHaveLength(times);
});

test.each([
  ['a server error: load may be its cause', judging, 500],
  ['a lock-out', judging, 403],
  ['a check that meets lock-outs', { ...judging, meetsLockOuts: true as const }, 400],
  ['usage that may have been corrected', { ...judging, comparesHistory: async () => {} }, 400],
])('%s is not sent again in its situation', async (_, one, status) => {
  const { lines, sent } = await run([one, sending(['/y'])], ({ spec, before }) =>
    spec.path === '/x' && before === 0 ? status : 200,
  );
  expect(['warn', 'inconclusive']).toContain(lines[0]!.verdict);
  expect(sent.filter((path) => path === '/x')).toHaveLength(2);
});

test('a repetition that only cannot be judged confirms nothing', async () => {
  let round = 0;
  const unclear = check((context) =>
    context.verify(
      (ask) => ask.send(get('/x')),
      (seen) =>
        round++ === 0
          ? not200(seen)
          : round === 2
            ? []
            : not200(seen).map((one) => ({ ...one, as: 'inconclusive' as const })),
    ),
  );
  const { lines } = await run([unclear, sending(['/y'])], ({ spec }) => (spec.path === '/x' ? 400 : 200));
  expect(round).toBe(3);
  expect(lines[0]!.verdict).toBe('warn');
});

test('a later position on a connection is named as what was sent', async () => {
  const far = check((context) =>
    context.verify(async (ask) => {
      if (ask.round === 1) for (let i = 0; i < 39; i++) await ask.send(get(`/a${i}`));
      return ask.send(get('/x'));
    }, not200),
  );
  const { lines } = await run([far], ({ spec, place, before }) =>
    spec.path === '/x' && (before === 0 || (spec.connection && place === 16)) ? 400 : 200,
  );
  expect(lines[0]!.message).toContain('found again after 15 requests on a connection');
});
