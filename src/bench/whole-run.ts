import { CHECKS } from '../../suites/index.ts';
import { createSession, inProfile } from '../engine/run-checks.ts';
import { createTarget } from '../http/transport.ts';
import { shakeHands } from '../run/handshake.ts';
import { PHASES } from '../run/phases.ts';
import { wallClock } from '../vocabulary/clock.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';
import { bounded, exponent, infoRow, median, ROUNDS, type Row, timed } from './measure.ts';
import { type Serving, serving } from './serving.ts';

/** A standard run over the network; resolves with its wall time and its requests. */
export async function standardRun(
  service: Serving,
  concurrency: number,
): Promise<{ ms: number; exchanges: Exchange[] }> {
  const settings: Settings = {
    ...DEFAULTS,
    baseUrl: service.baseUrl,
    model: service.models.plain,
    reasoningModel: service.models.reasoning,
    exclusive: true,
    settleMs: 200,
    seed: 1,
    concurrency,
  };
  const exchanges: Exchange[] = [];
  const target = createTarget({
    settings,
    keys: service.keys,
    clock: wallClock,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const checks = CHECKS.filter((check) => inProfile(check, 'standard'));
  const credentials = ['main', 'empty-wallet', 'other-organization'] as const;
  const session = createSession({ checks, settings, credentials, target, phases: PHASES });
  const ms = await timed(async () => {
    session.begin(await shakeHands(session.runContext, settings));
    const results = await session.all();
    const red = results.find((line) => line.verdict === 'fail' || line.verdict === 'error');
    if (red) throw new Error(`${red.id}: ${red.message}`);
  });
  await target.close();
  return { ms, exchanges };
}

const answered = (exchanges: readonly Exchange[]) =>
  exchanges.filter((e) => e.response?.status === 200 && e.request.method === 'POST').length;

/**
 * A standard run with completions that take a second, compared with its lower bound: the longest chain of dependent
 * completions (the time with unlimited concurrency), or all completions divided by the concurrency.
 */
export async function wholeRunRows(): Promise<Row[]> {
  const slow = await serving({ completionMs: 1000 });
  const rows: Row[] = [];
  try {
    const chain = await standardRun(slow, 200);
    const run = await standardRun(slow, DEFAULTS.concurrency);
    const completions = answered(run.exchanges);
    const least = Math.max(chain.ms, (completions / DEFAULTS.concurrency) * 1000);
    rows.push(
      bounded(
        'standard run, every completion takes 1 s, beside its lower bound',
        `${(run.ms / 1000).toFixed(1)} s beside ${(least / 1000).toFixed(1)} s (${completions} completions, ${DEFAULTS.concurrency} at once; longest chain ${(chain.ms / 1000).toFixed(1)} s)`,
        run.ms / least,
        { most: 1.5 },
      ),
    );
  } finally {
    await slow.stop();
  }
  const quick = await serving();
  try {
    const times: number[] = [];
    for (let n = 0; n < ROUNDS; n++) times.push((await standardRun(quick, DEFAULTS.concurrency)).ms);
    rows.push(
      infoRow(
        'standard run against the reference service in another process',
        `${median(times).toFixed(0)} ms`,
      ),
    );
  } finally {
    await quick.stop();
  }
  const points: [number, number][] = [];
  for (const completionMs of [100, 200, 400]) {
    const service = await serving({ completionMs });
    points.push([completionMs, (await standardRun(service, DEFAULTS.concurrency)).ms]);
    await service.stop();
  }
  rows.push(
    infoRow(
      'the same when a completion takes 100, 200 and 400 ms',
      points.map(([, ms]) => `${ms.toFixed(0)} ms`).join(', '),
      `exponent ${exponent(points).toFixed(2)}`,
    ),
  );
  return rows;
}
