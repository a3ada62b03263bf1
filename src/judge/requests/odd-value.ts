import type { Finding } from '../../vocabulary/check.ts';
import { finding } from '../finding.ts';
import type { RefusalEvidence } from '../refusal.ts';
import type { AnswerTable } from '../table.ts';

/** However an odd value is interpreted, it causes no server error (the oracle's list of open points). */
export function noServerErrorForOddValue({ exchange, what }: RefusalEvidence): Finding[] {
  const status = exchange.response?.status ?? 0;
  if (status < 500) return [];
  const expected = 'no server error (the contract leaves the value open)';
  return [finding(exchange, expected, `status ${status} for ${what}`, 'status')];
}

export const table: AnswerTable = {
  check: 'request/odd-values-stand',
  of: 'answer',
  judge: noServerErrorForOddValue,
  rows: [
    ['a refusal with 422', { status: 422 }, 'holds'],
    ['another refusal', { status: 400 }, 'holds'],
    ['an answer', { status: 200 }, 'holds'],
    ['a server error', { status: 500 }, 'status'],
  ],
};
