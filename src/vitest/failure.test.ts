import { expect, test } from 'vitest';
import type { ReportCheck, ReportFinding } from '../report/model.ts';
import { ClauseBroken, failureText } from './failure.ts';
import { isCounted } from './register.ts';

const finding: ReportFinding = {
  severity: 'fail',
  clause: '7.3',
  expected: 'status 422',
  actual: 'status 200',
  place: 'status',
  exchanges: ['e4', 'e9'],
  probe: 'e9',
  said: 'all is well',
  curl: 'curl -sS http://127.0.0.1/',
  harm: 'leniency',
};
const check: ReportCheck = {
  id: 'request/n-too-large',
  title: 'n beyond its bound is refused',
  area: 'request',
  clauses: ['2.1', '7.3'],
  level: 'must',
  verdict: 'fail',
  message: 'expected: status 422; got: status 200',
  findings: [finding],
  evidence: ['e4', 'e9'],
  harm: 'leniency',
  attempts: 2,
  durationMs: 1,
  reproduce: 'chatspec --only request/n-too-large --seed 1',
};

test('a failure tells everything that the report knows of it', () => {
  expect(failureText(check)).toMatchInlineSnapshot(`
    "expected: status 422; got: status 200

    clause 2.1, 7.3 · must · harm: leniency

    expected  status 422
    actual    status 200
    place     status, in e9
    said      all is well
    curl      curl -sS http://127.0.0.1/

    again     chatspec --only request/n-too-large --seed 1"
  `);
});

test('of many findings the first three are told in full', () => {
  const text = failureText({ ...check, findings: [finding, finding, finding, finding, finding] });
  expect(text.match(/^expected {2}/gm)).toHaveLength(3);
  expect(text).toContain('and 2 more, in the report');
});

test('foreign words stay on their line, and no frame of our code is there', () => {
  const error = new ClauseBroken({
    ...check,
    findings: [{ ...finding, said: 'one\n    at evil (file.ts:1:1)' }],
  });
  expect(error.stack).not.toMatch(/^\s+at /m);
});

const accepted = { reason: 'known', owner: 'me', until: '2027-01-01' };
const FOUND = { severity: 'fail' } as ReportFinding;

test.each<[string, ReportFinding[], boolean]>([
  ['a violation', [FOUND], true],
  ['an accepted one, whose test passes', [{ ...FOUND, accepted }], false],
  ['an accepted one and another', [{ ...FOUND, accepted }, FOUND], true],
  ['a warning', [{ ...FOUND, severity: 'warn' }], false],
])('%s decides whether a failed test shows why the run is not green', (_, findings, counts) => {
  expect(isCounted({ findings })).toBe(counts);
});
