import type { Freedom } from '../deviation.ts';
import { answers } from './answers.ts';
import { errors } from './errors.ts';
import { operations } from './operations.ts';
import { requests } from './requests.ts';
import { streams } from './streams.ts';
import { usage } from './usage.ts';

/** Every known way of differing that keeps the contract. */
export const FREEDOMS: readonly Freedom[] = [
  ...requests,
  ...answers,
  ...streams,
  ...errors,
  ...usage,
  ...operations,
];
