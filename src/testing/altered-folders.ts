import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { type AlteredFolder, edit, journal, withBody } from './altered/alter.ts';
import { CHANGED_FOLDERS } from './altered/changed.ts';
import { CRAFTED_FOLDERS } from './altered/crafted.ts';
import { packedRecord } from './altered/packed-record.ts';

/** Folders that hold far too many of something. */
const CROWDED_FOLDERS: readonly AlteredFolder[] = [
  {
    title: 'twenty thousand files were added',
    alter: (f) => {
      mkdirSync(join(f, 'more'));
      for (let i = 0; i < 20_000; i++) writeFileSync(join(f, 'more', String(i)), '');
    },
    judge: [1, /the folder was modified/],
    verify: [1, /✗ more\/0 was added/],
  },
  {
    title: 'a million frames of nothing follow the record',
    alter: (f) => {
      const frame = zstdCompressSync(Buffer.from('\n'));
      appendFileSync(journal(f), Buffer.concat(Array.from({ length: 1_000_000 }, () => frame)));
    },
    judge: [2, /line \d+ of the record/],
  },
  {
    title: 'an exchange has twelve MB of brackets for a body',
    alter: (f) => appendFileSync(journal(f), packedRecord([withBody(f, '['.repeat(12_000_000), 'e9001')])),
    judge: [2, /line \d+ of the record holds a body of more than 1048576 bytes/],
  },
  {
    title: 'the manifest names one file two hundred thousand times',
    alter: (f) =>
      edit(join(f, 'manifest.json'), (t) => {
        const manifest = JSON.parse(t);
        manifest.files = Array.from({ length: 200_000 }, () => manifest.files[0]);
        return JSON.stringify(manifest);
      }),
    judge: [1, /the folder was modified/],
    verify: [1, /✗ manifest\.json/],
  },
];

export const ALTERED_FOLDERS: readonly AlteredFolder[] = [
  ...CHANGED_FOLDERS,
  ...CRAFTED_FOLDERS,
  ...CROWDED_FOLDERS,
];
