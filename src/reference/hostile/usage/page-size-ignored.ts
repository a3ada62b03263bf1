import type { Hostile } from '../hostile.ts';
import { answer, isStats, JSON_TYPE } from '../wire.ts';
import { inventedRecord } from './invented-record.ts';

/** A walk over the pages never comes to its end. */
export const usagePageSizeIgnored: Hostile = {
  id: 'usage-page-size-ignored',
  title: 'ignores the page size and always has another page of new records',
  expects: {
    exit: 1,
    only: ['4.2'],
    named: true,
    verdicts: {
      'usage/stats-is-array': 'pass',
      'usage/stats-page-size': 'fail',
      'usage/given-names-hold': 'warn',
      'usage/stats-offset': 'inconclusive',
      'accounting/completions': 'inconclusive',
    },
    says: /pages do not end/,
    seconds: 60,
  },
  act: () => {
    let made = 0;
    return (call) => {
      if (!isStats(call)) return call.pass();
      const page = Array.from({ length: 100 }, () => inventedRecord(++made));
      answer(call.socket, '200 OK', [JSON_TYPE], JSON.stringify(page));
    };
  },
};
