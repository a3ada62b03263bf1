import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OptionError } from '../vocabulary/option-error.ts';
import { folderName, nameOfFolder, prepareFolder } from './folder.ts';

const cwd = mkdtempSync(join(tmpdir(), 'chatspec-folder-'));
const NOW = folderName(Date.UTC(2026, 10, 21), '[::1]:8080');
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test('a name that sorts by time, with nothing in it that a file system minds', () => {
  expect(folderName(Date.UTC(2026, 10, 21, 3, 5), '[::1]:8080')).toBe('2026-11-21T03-05-00Z--1-8080');
});

test('folders on the way are made, and discarded with it', () => {
  const folder = prepareFolder('a/b/c', 'unused', cwd);
  expect(readdirSync(folder.path)).toEqual([]);
  writeFileSync(join(folder.path, 'journal.jsonl.zst'), '');
  mkdirSync(join(folder.path, 'bodies'));
  writeFileSync(join(folder.path, 'bodies', 'e12.zst'), '');
  folder.discard(true);
  expect(existsSync(join(cwd, 'a'))).toBe(false);
});

test('an empty folder that was there is emptied again, and stays', () => {
  mkdirSync(join(cwd, 'mine'));
  const folder = prepareFolder('mine', 'unused', cwd);
  writeFileSync(join(folder.path, 'journal.jsonl.zst'), '');
  folder.discard(true);
  expect(readdirSync(join(cwd, 'mine'))).toEqual([]);
});

test('what somebody else put into the folders meanwhile stays', () => {
  const first = prepareFolder('shared/refused', 'unused', cwd);
  const second = prepareFolder('shared/good', 'unused', cwd);
  for (const { path } of [first, second]) writeFileSync(join(path, 'journal.jsonl.zst'), '');
  first.discard(true);
  expect(readdirSync(join(cwd, 'shared'))).toEqual(['good']);

  const third = prepareFolder('shared/other', 'unused', cwd);
  for (const name of ['journal.jsonl.zst', 'notes.txt']) writeFileSync(join(third.path, name), '');
  third.discard(true);
  expect(readdirSync(third.path)).toEqual(['notes.txt']);
  // A run that never began to record has no record of its own: this one is another's.
  second.discard(false);
  expect(readdirSync(second.path)).toEqual(['journal.jsonl.zst']);
});

test('two runs of one second get folders of their own, and the later one is the latest', () => {
  const folders = [prepareFolder(undefined, NOW, cwd), prepareFolder(undefined, NOW, cwd)];
  for (const folder of folders) folder.announce();
  const names = [NOW, `${NOW}-2`];
  expect(folders.map(({ path }) => path)).toEqual(names.map((name) => join(cwd, 'reports', name)));
  expect(readlinkSync(join(cwd, 'reports/latest'))).toBe(names[1]);
});

test('a file that is called latest is not ours to replace', () => {
  const elsewhere = join(cwd, 'elsewhere');
  mkdirSync(join(elsewhere, 'reports'), { recursive: true });
  writeFileSync(join(elsewhere, 'reports', 'latest'), 'notes');
  prepareFolder(undefined, 'now', elsewhere).announce();
  expect(readdirSync(join(elsewhere, 'reports')).sort()).toEqual(['latest', 'now']);
  expect(readFileSync(join(elsewhere, 'reports', 'latest'), 'utf8')).toBe('notes');
});

test.each(['../elsewhere', '/', 'notes', `../${NOW}`])('nor is a link called latest to %s', (target) => {
  const own = mkdtempSync(join(cwd, 'own-'));
  mkdirSync(join(own, 'reports'));
  symlinkSync(target, join(own, 'reports', 'latest'));
  prepareFolder(undefined, NOW, own).announce();
  expect(readlinkSync(join(own, 'reports', 'latest'))).toBe(target);
});

test.each(['a folder', 'nothing'])('no report is written through a link called reports to %s', (target) => {
  const own = mkdtempSync(join(cwd, 'own-'));
  const outside = join(own, 'outside');
  if (target === 'a folder') mkdirSync(outside);
  mkdirSync(join(own, 'checkout'));
  symlinkSync(outside, join(own, 'checkout', 'reports'));
  const prepare = () => prepareFolder(undefined, NOW, join(own, 'checkout'));
  expect(prepare).toThrow(OptionError);
  expect(prepare).toThrow('remove it, or choose a folder with --out');
  expect(existsSync(outside) ? readdirSync(outside) : []).toEqual([]);
  // A folder that is named may be a link.
  if (target === 'a folder')
    expect(prepareFolder('reports/mine', NOW, join(own, 'checkout')).path).toContain('reports/mine');
});

test('a report is not written into a folder that a link names', () => {
  const own = mkdtempSync(join(cwd, 'own-'));
  mkdirSync(join(own, 'outside'));
  symlinkSync('outside', join(own, 'conformance'));
  expect(() => prepareFolder('conformance', NOW, own)).toThrow(
    'is a link: name the folder itself with --out',
  );
  expect(readdirSync(join(own, 'outside'))).toEqual([]);
});

test.each(['', '.', '..'])('%j is no name of a folder', (name) => {
  expect(() => nameOfFolder(name)).toThrow(OptionError);
});

test.skipIf(!existsSync('/proc/self'))('where nothing can be made, that is said at once', () => {
  expect(() => prepareFolder('/proc/chatspec/report', 'unused', cwd)).toThrow(
    /cannot write the report folder \S+ \(E/,
  );
});

test('what could be made on the way to what could not is removed', () => {
  expect(() => prepareFolder(`x/${'y'.repeat(300)}`, 'unused', cwd)).toThrow(
    /cannot write the report folder \S+ \(ENAMETOOLONG\)/,
  );
  expect(existsSync(join(cwd, 'x'))).toBe(false);
});
