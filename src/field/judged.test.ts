import { expect, it } from 'vitest';
import type { ReportCheck } from '../report/model.ts';
import { compareWithJudged } from './judged.ts';

const check = (id: string, verdict: string) => ({ id, verdict }) as ReportCheck;
const JUDGED = {
  findings: [
    { checks: 'request/*-wrong-type', clause: '7.3', why: 'types are not looked at' },
    { checks: 'stream/content-type', clause: '6', why: 'text/plain' },
  ],
};

it('accusations that nobody judged, and judged ones that are gone, are told', () => {
  const checks = [
    check('request/n-wrong-type', 'fail'),
    check('auth/completion-no-key', 'fail'),
    check('stream/content-type', 'pass'),
  ];
  expect(compareWithJudged({ checks }, JUDGED)).toEqual({
    unjudged: ['auth/completion-no-key'],
    gone: ['stream/content-type'],
  });
});
