import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderOf } from './installed.ts';

const home = mkdtempSync(join(tmpdir(), 'chatspec-installed-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A folder with a package in its `node_modules`. */
function having(folder: string, name: string): string {
  const made = join(home, folder, 'node_modules', name);
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, 'package.json'), '{}');
  return made;
}

test('a package comes from the folder of chatspec, or of the project that chatspec is installed in', () => {
  const own = having('work/chatspec', 'own');
  expect(folderOf('own', join(home, 'work/chatspec'))).toBe(own);
  having('project', 'chatspec');
  const beside = having('project', 'client');
  expect(folderOf('client', join(home, 'project/node_modules/chatspec'))).toBe(beside);
});

test('a package above a checkout is foreign code, and is not installed', () => {
  having('work', 'planted');
  having('work', 'own');
  expect(folderOf('planted', join(home, 'work/chatspec'))).toBeUndefined();
  expect(folderOf('own', join(home, 'work/chatspec'))).toBe(join(home, 'work/chatspec/node_modules/own'));
  expect(folderOf('nowhere', join(home, 'work/chatspec'))).toBeUndefined();
});
