import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { keyTraces } from './key-traces.ts';

const KEY = 'sk-live-9fQ2xLk7Zp3VbN8wRt5Y';

test.each([
  ['as it is', KEY],
  ['a part of it', `"${KEY.slice(8, 20)}"`],
  ['backwards', [...KEY].reverse().join('')],
  ['gzip in Base64', gzipSync(`{"key":"${KEY}"}`).toString('base64')],
  ['in pieces', [...KEY].map((c) => `{"delta":{"content":"${c}"}}`).join('\n')],
])('a key is found in files and streams: %s', async (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-traces-'));
  try {
    writeFileSync(join(folder, 'a.json'), `${'nothing here. '.repeat(9_000)}\n${text}\n`);
    expect(
      await keyTraces(folder, { stderr: text, stdout: 'nothing' }, ['another-key-of-nobody', KEY]),
    ).toEqual(['stderr', 'a.json']);
    expect(await keyTraces(folder, {}, ['another-key-of-nobody'])).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
