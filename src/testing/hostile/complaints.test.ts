import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Expectation } from '../../../reference/src/hostile/hostile.ts';
import { writeReports } from '../../report/exports/write.ts';
import { recordReferenceRun } from '../reference-run.ts';
import { complaints } from './complaints.ts';
import type { Trial } from './trial.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-complaints-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let sound: Trial;
beforeAll(async () => {
  await recordReferenceRun({ folder, args: ['--only', 'path/stats'] });
  await writeReports(folder);
  sound = {
    exit: 0,
    signal: null,
    seconds: 1,
    ownSeconds: 1,
    busySeconds: 1,
    megabytes: 100,
    stdout: 'conformant\n',
    stderr: 'chatspec: 1 check against http://service.test\n',
    report: readFileSync(join(folder, 'report.json'), 'utf8'),
    junit: readFileSync(join(folder, 'junit.xml'), 'utf8'),
    traces: [],
    people: [],
    strayed: [],
  };
});

const EXPECTS: Expectation = { exit: 0, only: ['path/stats'], verdicts: { 'path/stats': 'pass' } };

test('a sound trial', () => expect(complaints(EXPECTS, sound)).toEqual([]));

test.each<[string, Partial<Trial>, RegExp]>([
  ['another exit code', { exit: 3 }, /^exit 3 where 0 is right/],
  ['an end by force', { exit: null, signal: 'SIGKILL' }, /^exit SIGKILL where 0/],
  ['a long run', { ownSeconds: 21 }, /^took 21\.0 s of 20$/],
  ['much memory', { megabytes: 601 }, /^took 601 MB of 600$/],
  ['memory that nobody knows', { megabytes: Number.NaN }, /^took NaN MB/],
  ['a stack trace', { stderr: 'x\n    at a (b.ts:1:1)\n' }, /^broke: /],
  ['a warning', { stderr: '(node:1) DeprecationWarning: x\n' }, /^broke: /],
  ['an unhandled rejection', { stderr: 'Unhandled rejection\n' }, /^broke: /],
  ['colours of the service', { stdout: '\u001b[31mred' }, /^raw on the terminal: "\\u001b\[31mred/],
  ['text that runs backwards', { stdout: 'a\u202eb' }, /^raw on the terminal/],
  ['a carriage return', { stderr: 'a\rb' }, /^raw on the terminal/],
  [
    'the key in a file',
    { traces: ['journal.jsonl.zst (plain)'] },
    /^the key in journal\.jsonl\.zst \(plain\)$/,
  ],
  [
    'a person in a file',
    { people: ['journal.jsonl.zst: alice'] },
    /^somebody in journal\.jsonl\.zst: alice$/,
  ],
  ['a request elsewhere', { strayed: ['GET / HTTP/1.1'] }, /^strayed: GET/],
  ['XML that is none', { junit: '<a>\uffff</a>' }, /^junit\.xml is no XML$/],
  ['XML that is none, escaped', { junit: '<a>&#1;</a>' }, /^junit\.xml is no XML$/],
  ['no XML', { junit: undefined }, /^junit\.xml is no XML$/],
  ['no report', { report: undefined }, /^no report$/],
  ['a report that does not fit its schema', { report: '{}' }, /^the report does not match/],
])('%s is told', (_, part, complaint) => {
  expect(complaints(EXPECTS, { ...sound, ...part })).toEqual([expect.stringMatching(complaint)]);
});

test.each<[string, Partial<Expectation>, RegExp]>([
  ['another verdict', { verdicts: { 'path/stats': 'warn' } }, /^path\/stats pass: /],
  ['a verdict that none may have', { verdicts: {}, never: ['pass'] }, /^path\/stats pass: /],
  ['a check that there is not', { verdicts: { 'path/nothing': 'pass' } }, /^path\/nothing is no check$/],
  ['a reason that nobody gives', { says: /no such words/ }, /^nothing says/],
])('%s is told', (_, part, complaint) => {
  expect(complaints({ ...EXPECTS, ...part }, sound)).toEqual([expect.stringMatching(complaint)]);
});

test('a check that ends unexpectedly is told', () => {
  const report = sound.report!.replace('"verdict": "pass"', '"verdict": "error"');
  expect(complaints({ exit: 0, only: [] }, { ...sound, report })).toEqual([
    expect.stringMatching(/^path\/stats error: /),
  ]);
});

test('where nothing could be judged there is one line, and nothing else', () => {
  const expects: Expectation = { exit: 2, only: [], says: /did not answer/ };
  const stderr =
    'chatspec: judging http://service.test (from --base-url)\nchatspec: 24 checks, profile standard, seed 1\n';
  const refused = { ...sound, exit: 2, stdout: '', report: undefined };
  const line = 'chatspec: http://service.test did not answer\n';
  expect(complaints(expects, { ...refused, stderr: stderr + line })).toEqual([]);
  expect(complaints(expects, { ...refused, stderr: `${stderr}${line}more\n` })).toEqual([
    '1 more lines: more',
  ]);
  expect(complaints(expects, { ...refused, stderr })).toEqual(['said: ']);
  expect(complaints(expects, { ...refused, stderr: stderr + line, stdout: 'x' })).toHaveLength(1);
  expect(complaints(expects, { ...refused, stderr: stderr + line, report: '{}' })).toEqual([
    'a report of nothing',
  ]);
});
