import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { writeAtomically } from './output.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file comes whole, from a text or from pieces', async () => {
  async function* pieces() {
    for (let i = 0; i < 1000; i++) yield 'ä'.repeat(1000);
  }
  await writeAtomically(join(folder, 'text'), 'ä');
  await writeAtomically(join(folder, 'pieces'), pieces());
  expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('ä');
  expect(readFileSync(join(folder, 'pieces'), 'utf8')).toBe('ä'.repeat(1_000_000));
});

test('pieces that break off leave nothing behind, and say themselves why', async () => {
  async function* broken() {
    yield 'a';
    throw new RangeError('no more');
  }
  await expect(writeAtomically(join(folder, 'broken'), broken())).rejects.toThrow(RangeError);
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
});

test('a link is replaced, but no device, folder or link to one', async () => {
  symlinkSync('text', join(folder, 'link'));
  await writeAtomically(join(folder, 'link'), 'new');
  expect(lstatSync(join(folder, 'link')).isFile()).toBe(true);
  symlinkSync('/dev/null', join(folder, 'device'));
  for (const name of ['device', '.'])
    await expect(writeAtomically(join(folder, name), 'x')).rejects.toThrow('it is not a regular file');
  expect(lstatSync(join(folder, 'device')).isSymbolicLink()).toBe(true);
});

test('a file that cannot be written is told by its name', async () => {
  const written = writeAtomically(join(folder, 'nowhere', 'report.json'), 'x');
  await expect(written).rejects.toThrow(JournalFailed);
  await expect(written).rejects.toThrow(/^report\.json could not be written: /);
});
