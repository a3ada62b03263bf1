import { DEFAULTS } from '../vocabulary/settings.ts';
import { bounded, type Row } from './measure.ts';
import { serving } from './serving.ts';
import { standardRun } from './whole-run.ts';

/** Longest allowed run if every response takes a second and a half. */
const SECONDS = 90;

/** A standard run against a service that is slow in every response, with the default concurrency. */
export async function slowRunRows(): Promise<Row[]> {
  const slow = await serving({ answerMs: 1_500 });
  try {
    const { ms, exchanges } = await standardRun(slow, DEFAULTS.concurrency);
    const seconds = ms / 1000;
    return [
      bounded(
        'standard run in seconds, every answer takes 1.5 s',
        `${seconds.toFixed(1)} s (${exchanges.length} requests, ${DEFAULTS.concurrency} in flight at most)`,
        seconds,
        { most: SECONDS },
      ),
    ];
  } finally {
    await slow.stop();
  }
}
