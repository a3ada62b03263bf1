import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

/** Files under a folder that hold the secret in a usual form, as `file (form)`; compressed files are looked into. */
export function secretTraces(folder: string, secret: string): readonly string[] {
  const found: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    // What a killed process was writing ends early.
    const content = name.endsWith('.gz') ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;
    found.push(...tracesIn(content, secret).map((form) => `${name} (${form})`));
  }
  return found;
}

/** The forms in which the bytes hold the secret; written apart from the redactor, which is what it examines. */
export function tracesIn(bytes: Uint8Array, secret: string): readonly string[] {
  const text = Buffer.from(bytes).toString('latin1');
  return Object.entries(forms(secret))
    .filter(([, form]) => form.some((f) => text.includes(f)))
    .map(([name]) => name);
}

function forms(secret: string): Record<string, string[]> {
  const plain = Buffer.from(secret);
  const both = (write: (hex: string) => string) => {
    const lower = [...plain].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
    const upper = [...plain].map((byte) => write(byte.toString(16).padStart(2, '0').toUpperCase())).join('');
    return [lower, upper];
  };
  // Base64 of it at each of the three places that it can have in a longer text, without what its neighbours change.
  const base64 = [0, 1, 2].map((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), plain])
      .toString('base64')
      .replace(/=+$/, '');
    return coded.slice(Math.ceil((before * 4) / 3), -1);
  });
  return {
    plain: [secret],
    reversed: [[...secret].reverse().join('')],
    hexadecimal: both((hex) => hex),
    'URL-encoded': both((hex) => `%${hex}`),
    'JSON-escaped': both((hex) => `\\u00${hex}`),
    Base64: base64,
  };
}
