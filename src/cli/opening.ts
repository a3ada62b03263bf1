import type { RunOptions } from '../options/run-options.ts';
import { oneLine } from '../report/text.ts';
import type { Io } from '../vocabulary/io.ts';

/** Prints which service is judged before the checks are loaded, so that a reader sees activity at once. */
export function announce({ embedded, settings, baseUrlSource, telling }: RunOptions, io: Io): void {
  if (telling.amount === 'quiet') return;
  const target = embedded
    ? 'the embedded reference service'
    : `${settings.baseUrl} (from ${oneLine(baseUrlSource ?? 'its options')})`;
  io.stderr.write(`chatspec: judging ${target}\n`);
}
