import type { Hostile } from './hostile.ts';
import { inventedRecord } from './invented-record.ts';
import { answer, CSV_TYPE, isCompletion, isExport, isStats, JSON_TYPE } from './wire.ts';

const QUOTED = '"jo, hn"@firma.example';

const ODD = 'mary!smith#$=?^@bücher.example';

const escaped = (text: string) => text.replace(/[@a-e]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);

/** The output must contain no name, address or id of these people. */
const IN_USAGE = [
  'wilhelmina',
  'Zebedee Quux',
  '0b5f5ab291d34c309e2e1f4f0c0c7a11',
  QUOTED,
  ODD,
  'kim@firma.example',
];

/** Services with personal data. */
export const people: readonly Hostile[] = [
  // Members beyond the contract, escapes, a query, UTF-16.
  {
    id: 'people-in-usage',
    title: 'shows people in its usage data in odd ways',
    expects: {
      exit: 0,
      only: ['usage/stats-is-array', 'usage/export-is-csv'],
      verdicts: { 'usage/stats-is-array': 'pass', 'usage/export-is-csv': 'pass' },
      named: true,
      people: IN_USAGE,
      seconds: 30,
    },
    act: () => {
      const record = JSON.stringify(inventedRecord(1)).slice(0, -1);
      const member = (name: string, value: string) => `,"${name}":"${value}"`;
      const people = [
        member('user_id', 'wilhelmina'),
        member('name', escaped('Zebedee Quux')),
        member('username', '0b5f5ab291d34c309e2e1f4f0c0c7a11'),
        member('contact', escaped(JSON.stringify(QUOTED).slice(1, -1))),
        member('us\\u0065r', ODD),
        member(
          'next',
          `/usage/stats?user_id=${encodeURIComponent('kim@firma.example')}&amp;name=Zebedee%20Quux`,
        ),
      ];
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const rows = [
        'user_id;e-mail;Display name;model',
        `wilhelmina;${cell(QUOTED)};Zebedee Quux;gpt@1`,
        `0b5f5ab291d34c309e2e1f4f0c0c7a11;${cell(ODD)};Zebedee Quux;gpt@1`,
      ];
      return (call) => {
        const headers = [['X-User', 'wilhelmina']] as const;
        if (isStats(call))
          return answer(call.socket, '200 OK', [JSON_TYPE, ...headers], `[${record}${people.join('')}}]`);
        if (!isExport(call)) return call.pass();
        answer(
          call.socket,
          '200 OK',
          [CSV_TYPE],
          Buffer.from(rows.map((row) => `${row}\r\n`).join(''), 'utf16le'),
        );
      };
    },
  },
  // An error message may contain the name of the caller.
  {
    id: 'people-in-refusals',
    title: 'names people in refusals, headers and reason phrases',
    expects: {
      exit: 0,
      only: ['request/n-below-minimum'],
      verdicts: { 'request/n-below-minimum': 'pass' },
      people: ['wilhelmina', 'kim@firma.example', 'lee@firma.example', 'sam@firma.example'],
      seconds: 30,
    },
    act: () => (call) => {
      if (!isCompletion(call) || !/"n":\s*(?:0|-)/.test(call.body.toString())) return call.pass();
      const message = 'not for lee\\u0040firma.example (kim%40firma.example)';
      const body = `{"error":{"message":"${message}"}}`;
      answer(call.socket, '422 Not for sam@firma.example', [JSON_TYPE, ['X-User', 'wilhelmina']], body);
    },
  },
];
