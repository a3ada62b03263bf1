import type { Variant } from '../deviation.ts';
import { answers } from './answers.ts';
import { answerIds, bodies } from './bodies.ts';
import { booking } from './booking.ts';
import { csvStyles } from './csv.ts';
import { errors } from './errors.ts';
import { mixedLineEnds } from './line-ends.ts';
import { openRequests } from './open-requests.ts';
import { locks, operations } from './operations.ts';
import { records } from './records.ts';
import { requests } from './requests.ts';
import { sampling } from './sampling.ts';
import { streamUsage } from './stream-usage.ts';
import { streams } from './streams.ts';
import { usage } from './usage.ts';

/** Every known way of differing that keeps the contract. */
export const VARIANTS: readonly Variant[] = [
  ...requests,
  ...sampling,
  ...locks,
  ...openRequests,
  ...streams,
  // After the order of chunks, which decides where their usage goes.
  ...streamUsage,
  ...answers,
  ...answerIds,
  ...bodies,
  ...errors,
  ...usage,
  ...records,
  ...csvStyles,
  ...mixedLineEnds,
  ...operations,
  ...booking,
];
