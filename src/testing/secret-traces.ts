import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { unpackedFile } from './altered/packed-record.ts';

/** Files under a folder that hold the secret in a usual form, as `file (form)`; compressed files are looked into. */
export async function secretTraces(folder: string, secret: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const traces = await tracesIn(contentOf(path), secret);
    found.push(...traces.map((form) => `${relative(folder, path)} (${form})`));
  }
  return found;
}

function contentOf(path: string): AsyncIterable<Buffer> | Iterable<Buffer> {
  return path.endsWith('.zst') ? [unpackedFile(path)] : createReadStream(path);
}

/** The forms in which the bytes hold the secret; written apart from the redactor, which is what it examines. */
export async function tracesIn(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  secret: string,
): Promise<readonly string[]> {
  const texts = Object.entries(forms(secret)).flatMap(([name, list]) =>
    list.map((text) => [name, text] as const),
  );
  const any = new RegExp(texts.map(([, text]) => RegExp.escape(text)).join('|'));
  const overlap = Math.max(...texts.map(([, text]) => text.length)) - 1;
  const found = new Set<string>();
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1');
    if (any.test(text)) for (const [name, form] of texts) if (text.includes(form)) found.add(name);
    rest = text.slice(-overlap);
  }
  return [...found];
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
