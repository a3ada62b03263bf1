import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { secretTraces, tracesIn } from './secret-traces.ts';

const SECRET = 'sk-canary-5b1f0c7e92d84a36';
const hex = Buffer.from(SECRET).toString('hex');
const folder = mkdtempSync(join(tmpdir(), 'chatspec-traces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['plain', `a${SECRET}b`],
  ['reversed', [...SECRET].reverse().join('')],
  ['hexadecimal', hex.toUpperCase()],
  ['URL-encoded', hex.replace(/../g, '%$&')],
  ['JSON-escaped', hex.replace(/../g, '\\u00$&')],
  ['Base64', Buffer.from(`user:${SECRET}`).toString('base64')],
])('finds it %s, wherever the pieces end', async (form, text) => {
  const bytes = Buffer.from(`before ${text} after`);
  for (const at of [3, 10, 20, bytes.length]) {
    expect(await tracesIn([bytes.subarray(0, at), bytes.subarray(at)], SECRET)).toEqual([form]);
  }
});

test('finds nothing where there is nothing', async () => {
  expect(await tracesIn([Buffer.from(SECRET.slice(1) + SECRET.slice(0, -1))], SECRET)).toEqual([]);
});

test('looks into compressed files, also into the beginning of one that was cut off', async () => {
  const packed = zstdCompressSync(Buffer.concat([Buffer.from(`${SECRET}\n`), randomBytes(300_000)]));
  writeFileSync(join(folder, 'whole.zst'), packed);
  writeFileSync(join(folder, 'cut.zst'), packed.subarray(0, 200_000));
  writeFileSync(join(folder, 'clean.json'), '{}');
  expect((await secretTraces(folder, SECRET)).toSorted()).toEqual(['cut.zst (plain)', 'whole.zst (plain)']);
});
