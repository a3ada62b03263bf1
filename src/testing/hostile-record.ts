import type { RecordLine } from '../vocabulary/record.ts';
import { endLine, exchangeLine, facts, finding, result, runLine } from './journal.ts';

/** Text that would take over a page, a terminal or a reader if it were shown unescaped. */
export const HOSTILE =
  '</script><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">\u001b[31m\u202e\u0000<!--';

export const CATALOGUE = [
  facts('stream/framing'),
  facts('stream/ends-with-done'),
  facts('request/n-below-minimum', { clauses: ['2.1', '8'] }),
  facts('completion/index', { clauses: ['2.7'], level: 'should' }),
  facts('usage/limit', { clauses: ['4.2'] }),
  facts('path/version', { clauses: ['9'], level: 'open' }),
];

const HOSTILE_BODY = `{"choices":[{"index":5,"message":{"role":"user","content":${JSON.stringify(HOSTILE)}}}],"n":1.0}`;

/** The record of a run whose service puts hostile text everywhere. */
export const LINES: RecordLine[] = [
  runLine(CATALOGUE),
  exchangeLine('e1'),
  exchangeLine('e2', {
    label: HOSTILE,
    response: {
      ...exchangeLine('e2').response!,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Odd', HOSTILE],
      ],
      body: { text: HOSTILE_BODY },
    },
  }),
  exchangeLine('e3', { response: { ...exchangeLine('e3').response!, body: { base64: '/wD+' } } }),
  result('stream/framing', 'pass'),
  result('stream/ends-with-done', 'fail', {
    findings: [finding({ place: 'byte 70', expected: 'data: [DONE]', actual: HOSTILE })],
  }),
  result('request/n-below-minimum', 'pass', { evidence: ['e3'] }),
  result('completion/index', 'warn', {
    findings: [
      finding({ place: 'body /choices/0/index', exchanges: ['e2'] }),
      finding({ place: 'body /choices/0/finish_reason', exchanges: ['e2'] }),
    ],
    message: HOSTILE,
  }),
  result('usage/limit', 'inconclusive', { message: HOSTILE, evidence: [] }),
  result('path/version', 'observed', {
    observations: [{ key: 'version', value: HOSTILE, exchanges: ['e1'] }],
  }),
  endLine(3, 6),
];
