import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular } from '../../files/regular-file.ts';
import { postOnce } from '../../http/post-once.ts';
import { LONGEST_SIGNATURE, SIGNATURE, STAMP } from './manifest.ts';
import { LONGEST_STAMP } from './timestamp-check.ts';
import { hasNonce, readStamp, stampRequest } from './timestamp-token.ts';

const WAIT_MS = 30_000;

/**
 * Requests a time stamp of the signature in a report's folder, and writes it there, in the format of `openssl ts
 * -verify`. Only a digest leaves this machine; `signal` ends the wait. Rejects with an `Error` in words.
 */
export async function stampSignature(folder: string, url: string, signal: AbortSignal): Promise<void> {
  const data = readRegular(join(folder, SIGNATURE), LONGEST_SIGNATURE);
  // The first byte keeps the number positive, and of one length.
  const nonce = randomBytes(8);
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  const answer = await postOnce(url, {
    body: stampRequest(data, nonce),
    contentType: 'application/timestamp-query',
    timeoutMs: WAIT_MS,
    signal,
    mostBytes: LONGEST_STAMP,
  });
  if (!hasNonce(readStamp(answer, data), nonce)) throw new Error('the stamp is for another request');
  await writeFile(join(folder, STAMP), answer, { mode: 0o600 });
}
