import { DEFAULTS } from '../vocabulary/settings.ts';
import { bounded, type Row } from './row.ts';
import { serving } from './serving.ts';
import { standardRun } from './whole-run.ts';

/** How long a run may take when every answer takes a second and a half. */
const SECONDS = 90;

/** A standard run against a service that is slow with everything, with the number in flight that is allowed by default. */
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
