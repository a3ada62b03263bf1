import type { RunOptions } from '../options/run-options.ts';
import { oneLine } from '../report/text.ts';
import type { Io } from '../vocabulary/io.ts';

/** Says which service is judged, before the checks are read: a reader sees at once that something goes on. */
export function announce({ embedded, settings, baseUrlSource, telling }: RunOptions, io: Io): void {
  if (telling.amount === 'quiet') return;
  const target = embedded
    ? 'the embedded reference service'
    : `${settings.baseUrl} (from ${oneLine(baseUrlSource ?? 'its options')})`;
  io.stderr.write(`chatspec: judging ${target}\n`);
}
