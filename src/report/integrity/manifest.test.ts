import { expect, it } from 'vitest';
import { sha256 } from '../hash.ts';
import { manifestText, parseManifest } from './manifest.ts';

const manifestOf = (path: string) => {
  const files = [{ path, bytes: 1, sha256: '0'.repeat(64) }];
  const digest = sha256(JSON.stringify(files));
  return manifestText({ format: 'chatspec-manifest', formatVersion: 1, files, digest });
};

it.each(['report.json', 'bodies/e1.zst', 'a'.repeat(255)])('a manifest may name %s', (path) => {
  expect(parseManifest(manifestOf(path))?.files[0]?.path).toBe(path);
});

it.each([
  ['a path of two folders', 'a/b/c'],
  ['a path of 60,000 folders', 'a/'.repeat(60_000).concat('a')],
  ['a long path', 'a'.repeat(256)],
  ['a parent folder', '../a'],
  ['a parent folder at the end', 'a/..'],
])('a manifest with %s is rejected', (_, path) => {
  expect(parseManifest(manifestOf(path))).toBeUndefined();
});
