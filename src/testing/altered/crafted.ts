import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { plainFrame } from '../../record/frames.ts';
import {
  type AlteredFolder,
  bodyFile,
  bodyLine,
  edit,
  editRecord,
  fifo,
  firstLine,
  journal,
  link,
  report,
  reseal,
  withBody,
} from './alter.ts';
import { packedRecord } from './packed-record.ts';

/** Folders that were made to hurt whoever reads them. */
export const CRAFTED_FOLDERS: readonly AlteredFolder[] = [
  {
    title: 'the record is a pipe',
    alter: (f) => fifo(journal(f)),
    judge: [2, /cannot read the evidence in .+: journal\.jsonl\.zst is not a regular file/],
    verify: [1, /✗ journal\.jsonl\.zst is not a regular file/],
  },
  {
    title: 'the record is a link to /dev/zero',
    alter: (f) => link('/dev/zero', journal(f)),
    judge: [2, /cannot read .+: journal\.jsonl\.zst is a link/],
    verify: [1, /✗ journal\.jsonl\.zst is a link/],
  },
  {
    title: 'the report is a pipe',
    alter: (f) => fifo(report(f)),
    judge: [2, /cannot read .+: report\.json is not a regular file/],
    verify: [1, /✗ report\.json is not a regular file/],
  },
  {
    title: 'the report is a link to /dev/zero',
    alter: (f) => link('/dev/zero', report(f)),
    judge: [2, /cannot read .+: report\.json is a link/],
    verify: [1, /✗ report\.json is a link/],
  },
  {
    title: 'a line of the record has 700 MB',
    alter: (f) => {
      const file = openSync(journal(f), 'w');
      const frame = plainFrame(Buffer.alloc(10_000_000, 'a'));
      // None of the blocks is the last: the frame goes on.
      const blocks = frame.subarray(6, 6 + 76 * (128 * 1024 + 3));
      writeSync(file, frame.subarray(0, 6));
      for (let i = 0; i < 70; i++) writeSync(file, blocks);
      closeSync(file);
    },
    judge: [2, /line 1 of the record is longer than 16777216 bytes/],
    verify: [1, /✗ journal\.jsonl\.zst was changed: 697\d+ bytes/],
  },
  {
    title: 'a line of the record unpacks to 700 MB',
    alter: (f) => appendFileSync(journal(f), zstdCompressSync(Buffer.alloc(700_000_000, ' '))),
    judge: [2, /line \d+ of the record is longer than 16777216 bytes/],
  },
  {
    title: 'a thousand lines of the record unpack to a megabyte each',
    alter: (f) => {
      const frames = Array.from({ length: 1000 }, (_, i) =>
        packedRecord([withBody(f, 'a'.repeat(1_000_000), `e${9000 + i}`)]),
      );
      appendFileSync(journal(f), Buffer.concat(frames));
    },
    judge: [2, /line \d+ of the record decompresses to more than a record of its size may/],
  },
  {
    title: 'ten thousand lines of the record name one body of a megabyte',
    alter: (f) => {
      const frame = packedRecord([withBody(f, 'a'.repeat(1_000_000), 'e9000')]);
      const line = withBody(f, { same: 'e9000' }, 'e9001');
      const naming = Array.from({ length: 10_000 }, (_, i) =>
        packedRecord([{ ...line, id: `e${9001 + i}` }]),
      );
      appendFileSync(journal(f), Buffer.concat([frame, ...naming]));
    },
    judge: [2, /line \d+ of the record decompresses to more than a record of its size may/],
  },
  {
    title: 'a line of the record names a body that is not there',
    alter: (f) => appendFileSync(journal(f), packedRecord([withBody(f, { same: 'e8999' }, 'e9001')])),
    judge: [2, /line \d+ of the record names the body of e8999, which no earlier line holds/],
  },
  {
    title: 'a line of the record is damaged',
    alter: (f) => {
      const bytes = readFileSync(journal(f));
      bytes[100]! ^= 0xff;
      writeFileSync(journal(f), bytes);
    },
    judge: [2, /line 1 of the record is damaged/],
  },
  {
    title: 'something else stands after the lines of the record',
    alter: (f) => appendFileSync(journal(f), 'and what I wanted to say'),
    judge: [2, /line \d+ of the record is not in a Zstandard frame/],
  },
  {
    title: 'there is a second record, plain',
    alter: (f) => writeFileSync(join(f, 'journal.jsonl'), '{}\n'),
    judge: [2, /cannot read .+: the folder has two journals/],
    verify: [1, /✗ journal\.jsonl was added/],
  },
  {
    title: 'the report has a size of a terabyte and no content',
    alter: (f) => truncateSync(report(f), 1e12),
    judge: [2, /report\.json is too large/],
    verify: [1, /✗ report\.json was changed: 1000000000000 bytes/],
  },
  {
    title: 'a file of a terabyte without content is named by the manifest',
    alter: (f) => {
      writeFileSync(join(f, 'zeros'), '');
      const manifest = join(f, 'manifest.json');
      truncateSync(join(f, 'zeros'), 1e12);
      edit(manifest, (t) =>
        t.replace(/"path": "summary.md",\s+"bytes": \d+/, '"path": "zeros", "bytes": 1000000000000'),
      );
    },
    judge: [1, /the folder was modified/],
    verify: [1, /✗ manifest\.json was changed/],
  },
  {
    title: 'one compressed file is named by many exchanges',
    alter: (f) =>
      editRecord(f, (t) => {
        const named = (i: number) => `${bodyLine(t).replace(/"id":"e\d+"/, `"id":"e${9000 + i}"`)}\n`;
        return t + Array.from({ length: 200 }, (_, i) => named(i)).join('');
      }),
    judge: [2, /names a file that another line names, too often/],
  },
  {
    title: 'one exchange with a compressed file is told again and again',
    alter: (f) => editRecord(f, (t) => t + `${bodyLine(t)}\n`.repeat(200)),
    judge: [2, /line \d+ of the record has the id of an earlier exchange/],
  },
  {
    title: 'a compressed file grows beyond what its record says',
    alter: async (f) => {
      writeFileSync(bodyFile(f), zstdCompressSync(Buffer.alloc(500_000_000)));
      await reseal(f);
    },
    judge: [1, /cannot be re-judged: .*the body in the file has another length than the record states/],
    verify: [0, /not signed/],
  },
  {
    title: 'the folder of bodies is a link',
    alter: (f) => {
      renameSync(join(f, 'bodies'), `${f}-bodies`);
      symlinkSync(`${f}-bodies`, join(f, 'bodies'));
    },
    judge: [1, /cannot be re-judged: .*a body cannot be read from its file/],
    verify: [1, /✗ bodies is a link/],
  },
  {
    title: 'a body is a pipe',
    alter: (f) => fifo(bodyFile(f)),
    judge: [1, /cannot be re-judged: .*a body cannot be read from its file: e\d+\.zst is not/],
    verify: [1, /✗ bodies\/e\d+\.zst is not a regular file/],
  },
  {
    title: 'a line of the record is nested a million deep',
    alter: (f) => firstLine(f, `{"type":"run","a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`),
    judge: [2, /line 1 of the record is nested deeper than 64 levels/],
  },
  {
    title: 'a line of the record holds five million empty lists',
    alter: (f) => firstLine(f, `{"type":"run","a":[${'[],'.repeat(5_000_000)}0]}`),
    judge: [2, /line 1 of the record has more than 200000 objects and lists/],
  },
  {
    title: 'the report is nested a million deep',
    alter: (f) => writeFileSync(report(f), `{"proof":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`),
    judge: [2, /report\.json is nested deeper than 100 levels/],
    verify: [1, /✗ report\.json is nested deeper/],
  },
  {
    title: 'the report holds a hundred thousand wrong checks',
    alter: (f) => edit(report(f), (t) => t.replace('"checks": [', `"checks": [${'{},'.repeat(100_000)}`)),
    judge: [2, /more than 50000 objects and lists/],
    verify: [1, /✗ report\.json has more than 50000 objects and lists/],
  },
  {
    title: 'the record is not UTF-8',
    alter: (f) => firstLine(f, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
    judge: [2, /line 1 of the record is not UTF-8/],
  },
  {
    title: 'the report is not UTF-8',
    alter: (f) => appendFileSync(report(f), Buffer.from([0xff])),
    judge: [2, /report\.json is not UTF-8/],
    verify: [1, /✗ report\.json is not UTF-8/],
  },
  {
    title: 'a line of the record lacks what an exchange has',
    alter: (f) => appendFileSync(journal(f), packedRecord(['{"type":"exchange","id":"e1"}'])),
    judge: [2, /line \d+ of the record has an invalid value of owner/],
  },
  {
    title: 'the manifest names a file outside of the folder',
    alter: (f) => edit(join(f, 'manifest.json'), (t) => t.replace('"summary.md"', '"../../etc/passwd"')),
    judge: [1, /the folder was modified/],
    verify: [1, /✗ manifest\.json was changed/],
  },
];
