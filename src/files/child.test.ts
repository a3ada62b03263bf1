import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childOf, removeChild } from './child.ts';
import { BadFile } from './regular-file.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chatspec-child-'));
  folder = join(root, 'own');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  mkdirSync(join(root, 'victim'));
  writeFileSync(join(root, 'victim', 'file'), 'precious');
  symlinkSync('../victim', join(folder, 'link'));
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([
  '..',
  '../victim',
  'inner/../../victim',
  '.',
  '',
  '/etc',
  'inner//file',
  'inner\\..\\..\\victim',
  'a\0b',
  'link/file',
])('%j is no entry of the folder', async (path) => {
  expect(() => childOf(folder, path)).toThrow(BadFile);
  await expect(removeChild(folder, path)).rejects.toThrow(BadFile);
  expect(existsSync(join(root, 'victim', 'file'))).toBe(true);
});

test('a link is not removed, and neither is what it leads to', async () => {
  await expect(removeChild(folder, 'link')).rejects.toThrow('link is not a folder');
  expect(existsSync(join(folder, 'link', 'file'))).toBe(true);
});

test('a folder is removed with all in it; one that is not there is no error', async () => {
  writeFileSync(childOf(folder, 'inner/file'), '');
  await removeChild(folder, 'inner');
  await removeChild(folder, 'inner');
  expect(existsSync(join(folder, 'inner'))).toBe(false);
});
