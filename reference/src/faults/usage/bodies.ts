import { replies } from '../../change/answers.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';

/** Resets the connection after the first bytes of every successful response of an endpoint. */
const reset = (endpoint: 'stats' | 'summary') =>
  replies(
    (reply, request) => request.endpoint === endpoint && reply.status === 200,
    (reply) => ({ ...reply, body: Buffer.from('[{"total_'), end: 'reset' }),
  );

/** Why an invalid body does not reach the usage checks. */
export const BEFORE_RECORDS = hidden(
  'the first response has no record: path/stats or path/summary reports it',
  'usage/default-today',
);

/** Bodies of stats and summary that are not JSON, or JSON of another form (4.2, 4.3). */
export const usageBodies: readonly Fault[] = faults('must', 'usage/*', [
  [
    'usage/envelope',
    '4.2',
    'the records are wrapped in an object',
    (before) => ({ envelope: (records, request) => ({ data: before.envelope(records, request) }) }),
  ],
  [
    'usage/by-id',
    '4.2',
    'the records are an object with ids as keys',
    (before) => ({
      envelope: (records, request) => ({ ...(before.envelope(records, request) as object[]) }),
    }),
    BEFORE_RECORDS,
  ],
  [
    'usage/single-record-bare',
    '4.2',
    'a single record is not wrapped in a list',
    (before) => ({
      envelope: (records, request) => {
        const made = before.envelope(records, request);
        return Array.isArray(made) && made.length === 1 ? made[0] : made;
      },
    }),
  ],
  [
    'usage/stats-json-lines',
    '4.2',
    'the records are JSON lines',
    (before) => ({
      serialize: (text, json, kind, request) =>
        kind === 'stats'
          ? (json as unknown[]).map((r) => JSON.stringify(r)).join('\n')
          : before.serialize(text, json, kind, request),
    }),
    BEFORE_RECORDS,
  ],
  [
    'usage/stats-cut',
    '4.2',
    'the list of records is truncated',
    (before) => ({
      serialize: (text, json, kind, request) =>
        kind === 'stats' ? text.slice(0, -1) : before.serialize(text, json, kind, request),
    }),
    BEFORE_RECORDS,
  ],
  [
    'usage/summary-cut',
    '4.3',
    'the summary is truncated',
    (before) => ({
      serialize: (text, json, kind, request) =>
        kind === 'summary' ? text.slice(0, -1) : before.serialize(text, json, kind, request),
    }),
  ],
  [
    'usage/stats-reset',
    '4.2',
    'the connection is reset in the middle of the records',
    reset('stats'),
    { network: true },
  ],
  [
    'usage/summary-reset',
    '4.3',
    'the connection is reset in the middle of the summary',
    reset('summary'),
    { network: true },
  ],
  [
    'usage/summary-in-a-list',
    '4.3',
    'the summary is wrapped in a list',
    (before) => ({
      serialize: (text, json, kind, request) =>
        kind === 'summary' ? `[${text}]` : before.serialize(text, json, kind, request),
    }),
  ],
  [
    'usage/summary-in-an-envelope',
    '4.3',
    'the summary is wrapped in an object',
    (before) => ({
      serialize: (text, json, kind, request) =>
        kind === 'summary' ? `{"data":${text}}` : before.serialize(text, json, kind, request),
    }),
  ],
]);
