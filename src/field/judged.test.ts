import { expect, it } from 'vitest';
import type { ReportCheck } from '../report/model.ts';
import { compareWithJudged } from './judged.ts';

const check = (id: string, verdict: string) => ({ id, verdict }) as ReportCheck;
const JUDGED = {
  'request/*-wrong-type': '7.3: types are not looked at',
  'stream/content-type': '6: text/plain',
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
