import { createHash } from 'node:crypto';

/*
 * What tests draw. The same is drawn every time, so that a test that passed passes again; `DRAWN_SEED` draws something else.
 */

/** What property tests draw by. */
export const SEED = Number(process.env.DRAWN_SEED ?? 20_261_122);

/** So many bytes, drawn by the seed and a name for what they are for. */
export function drawnBytes(count: number, name: string): Buffer {
  const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, i) =>
    createHash('sha256').update(`${SEED} ${name} ${i}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, count);
}

/** A key as providers make them, with the signs of Base64 in it. */
export const drawnKey = (name: string): string =>
  `sk-live-7${drawnBytes(27, name).toString('base64').replaceAll('=', '')}`;

/** A UUID of version 4. */
export const drawnUuid = (name: string): string =>
  drawnBytes(16, name)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
