import type { Hostile } from '../hostile.ts';
import { answer, isStats, JSON_TYPE } from '../wire.ts';
import { inventedRecord } from './invented-record.ts';

/** A walk that counts pages never comes to its end. */
export const usageSamePage: Hostile = {
  id: 'usage-same-page',
  title: 'answers every offset with the same page',
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
    says: /the same page came for different offsets/,
    seconds: 60,
  },
  act: () => {
    const page = JSON.stringify(Array.from({ length: 100 }, (_, i) => inventedRecord(i)));
    return (call) => {
      if (!isStats(call)) return call.pass();
      answer(call.socket, '200 OK', [JSON_TYPE], page);
    };
  },
};
