import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { frameByFrame, framesOf } from './zstd-frames.ts';

const TEXT = Buffer.from('naïve '.repeat(40));
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
/** A frame for each byte, with and without a checksum, an empty one, and one of repeated bytes. */
const FRAMES = [
  ...[...TEXT].map((byte, i) => zstdCompressSync(Buffer.from([byte]), i % 2 ? CHECKED : {})),
  zstdCompressSync(''),
  zstdCompressSync(Buffer.alloc(300_000, 'a')),
];
const WHOLE = Buffer.concat([TEXT, Buffer.alloc(300_000, 'a')]);
const BYTES = Buffer.concat(FRAMES);

test('each frame is found, and a truncated one at the end', () => {
  const found = framesOf(BYTES.subarray(0, -3));
  expect(found).toHaveLength(FRAMES.length);
  expect(Buffer.concat(found.slice(0, -2).map((frame) => zstdDecompressSync(frame)))).toEqual(TEXT);
});

test('other bytes are one piece', () => {
  const bytes = Buffer.from('no frame at all');
  expect(framesOf(bytes)).toEqual([bytes]);
  expect(framesOf(Buffer.concat([FRAMES[0]!, bytes]))).toHaveLength(2);
});

test.each([1, 7, 4096, BYTES.length])(
  'a decompressor reads all frames in pieces of %d bytes',
  async (size) => {
    const pieces = Array.from({ length: Math.ceil(BYTES.length / size) }, (_, i) =>
      BYTES.subarray(i * size, (i + 1) * size),
    );
    const read: Buffer[] = [];
    await pipeline(pieces, frameByFrame(), createZstdDecompress(), async (source: AsyncIterable<Buffer>) => {
      for await (const piece of source) read.push(piece);
    });
    expect(Buffer.concat(read).equals(WHOLE)).toBe(true);
  },
);

test.each([
  ['empty frames', zstdCompressSync('')],
  ['skippable frames', Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])],
])('too many %s end the decoding', async (_, frame) => {
  const read = pipeline(
    [Buffer.concat(Array.from({ length: 20_000 }, () => frame))],
    frameByFrame(),
    createZstdDecompress(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const piece of source) expect(piece).toBeDefined();
    },
  );
  await expect(read).rejects.toThrow('too many frames');
});
