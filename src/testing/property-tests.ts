import { createHash } from 'node:crypto';
import fc from 'fast-check';

/*
 * What tests draw. The same is drawn every time, so that a test that passed passes again; `DRAWN_SEED` draws something else.
 */

/** What property tests draw by. */
export const SEED = Number(process.env.DRAWN_SEED ?? 20_261_122);

/** A key as providers make them, with the signs of Base64 in it. */
export const drawnKey = (name: string): string =>
  `sk-live-7${createHash('sha256').update(`${SEED} ${name} 0`).digest().subarray(0, 27).toString('base64')}`;

fc.configureGlobal({ seed: SEED });
