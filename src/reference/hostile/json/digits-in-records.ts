import { recordsUnreadable } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isStats, JSON_TYPE } from '../wire.ts';

const RECORD = {
  id: '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11',
  user_id: '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a12',
  org_id: '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a13',
  email: 'a@b.example',
  model: 'small',
  model_provider: 'p',
  date: '2026-01-05T00:00:00Z',
  input_tokens: 1,
  output_tokens: 1,
  total_requests: 1,
  source: 'api',
  created_at: '2026-01-05T00:00:00Z',
};
const BODY = `[${JSON.stringify(RECORD).slice(0, -1)},"total_tokens":${'9'.repeat(200_000)}}]`;

/** Arithmetic with such a number takes longer each time than a run. */
export const jsonDigitsInRecords: Hostile = {
  id: 'json-digits-in-records',
  title: 'gives records with a number of 200,000 digits',
  expects: recordsUnreadable,
  act: () => (call) => {
    if (!isStats(call) || !call.headers.get('authorization')?.includes(' ')) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], BODY);
  },
};
