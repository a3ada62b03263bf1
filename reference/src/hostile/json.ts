import {
  bodiesBeyond,
  recordsUnreadable,
  summaryIsNone,
  summaryUndecided,
  UNHURRIED,
} from './expectations.ts';
import { type Hostile, only } from './hostile.ts';
import { answer, answers, CLOSE, flood, head, isPlain, isStats, isSummary, JSON_TYPE } from './wire.ts';

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

const BEFORE = Buffer.from('{"total_tokens": "');

const MEGABYTE = Buffer.alloc(1_000_000, 'a');

const AFTER = Buffer.from('"}');

const MANY = Array.from({ length: 15_000 }, (_, i) => `"m${i}": ${i}`).join();

const BRACKETS = '['.repeat(4_000_000) + ']'.repeat(4_000_000);

const OBJECTS = `[${Array(1_000_000).fill('{"a":{}}').join()}]`;

/** Services that are hostile in their JSON. */
export const json: readonly Hostile[] = [
  // Recursion over it ends in a stack overflow.
  {
    id: 'json-deep',
    title: 'nests the summary 10,000 levels deep',
    expects: summaryUndecided(/the body is nested deeper than 512 levels/),
    act: answers(isSummary, JSON_TYPE, `${'{"total_tokens":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  },
  // Deeper than the stack of most parsers.
  {
    id: 'json-deep-arrays',
    title: 'nests arrays 100,000 levels deep',
    expects: summaryUndecided(/the body is nested deeper than 512 levels/),
    act: answers(isSummary, JSON_TYPE, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  },
  // Each bracket costs whoever keeps track of it a hundred bytes.
  {
    id: 'json-brackets',
    title: 'answers the summary with 8 MB of brackets',
    expects: summaryUndecided(/the body is nested deeper than 512 levels/, { timeout: UNHURRIED }),
    act: answers(isSummary, JSON_TYPE, BRACKETS),
  },
  {
    id: 'json-brackets-in-completions',
    title: 'answers each completion that is not streamed with 8 MB of brackets',
    expects: bodiesBeyond(
      'completion/*',
      'completion/body-is-json',
      /the body is nested deeper than 512 levels/,
    ),
    act: answers(isPlain, JSON_TYPE, BRACKETS),
  },
  // Few of them fit into the memory that their text fits into.
  {
    id: 'json-million-objects',
    title: 'answers the summary with a million objects',
    expects: summaryUndecided(/the body has more than 50000 objects and lists/, { timeout: UNHURRIED }),
    act: answers(isSummary, JSON_TYPE, OBJECTS),
  },
  // It must neither become Infinity unseen nor stop the run.
  {
    id: 'json-long-number',
    title: 'gives a number of a million digits',
    expects: summaryUndecided(/the body has 10\d+ bytes, above the memory limit/),
    act: answers(isSummary, JSON_TYPE, `{"total_tokens": ${'9'.repeat(1_000_000)}}`),
  },
  // Arithmetic with such a number takes longer each time than a run.
  {
    id: 'json-digits-in-records',
    title: 'gives records with a number of 200,000 digits',
    expects: recordsUnreadable,
    act: () => (call) => {
      if (!isStats(call) || !call.headers.get('authorization')?.includes(' ')) return call.pass();
      answer(call.socket, '200 OK', [JSON_TYPE], BODY);
    },
  },
  // Larger than a body may be.
  {
    id: 'json-long-string',
    title: 'gives a string of 100 MB',
    expects: summaryUndecided(/the body exceeds the limit of 67108864 bytes/, {
      timeout: UNHURRIED,
      seconds: 40,
    }),
    act: only(isSummary, (call) => {
      const size = BEFORE.length + 100 * MEGABYTE.length + AFTER.length;
      call.socket.write(head('200 OK', [JSON_TYPE, ['content-length', String(size)], CLOSE]));
      call.socket.write(BEFORE);
      let left = 100;
      flood(call.socket, () => (left-- > 0 ? MEGABYTE : left === -1 ? AFTER : undefined));
    }),
  },
  // An endless response is not worth a limit for each request.
  {
    id: 'json-endless-everywhere',
    title: 'answers everything but the first requests with an array that never ends',
    expects: {
      exit: 3,
      only: ['2.7', '6', '4.2', '4.3'],
      profile: 'smoke',
      verdicts: { 'completion/body-is-json': 'inconclusive', 'usage/stats-is-array': 'inconclusive' },
      says: /in a row did not end/,
      seconds: 45,
    },
    act: () => (call) => {
      if (call.before < 3) return call.pass();
      call.socket.write(head('200 OK', [JSON_TYPE, CLOSE]));
      call.socket.write('["');
      flood(call.socket, () => MEGABYTE);
    },
  },
  // Copying members must not change what all objects share.
  {
    id: 'json-prototype',
    title: 'names members __proto__ and constructor among 15,000 others',
    expects: summaryIsNone,
    act: answers(
      isSummary,
      JSON_TYPE,
      `{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, ${MANY}}`,
    ),
  },
  // Parsers differ in which one they keep.
  {
    id: 'json-duplicate-keys',
    title: 'names the members of the summary twice',
    expects: summaryIsNone,
    act: answers(isSummary, JSON_TYPE, '{"total_tokens": 1, "total_tokens": "two", "total_tokens": null}'),
  },
  // Literals of some languages are not JSON.
  {
    id: 'json-literals',
    title: 'writes NaN, Infinity and comments into the summary',
    expects: summaryIsNone,
    act: answers(isSummary, JSON_TYPE, '{"total_tokens": NaN, "unique_users": Infinity /* many */}'),
  },
  // Reading a member of it is the classic crash.
  {
    id: 'json-as-null',
    title: 'answers the summary with null',
    expects: summaryIsNone,
    act: answers(isSummary, JSON_TYPE, 'null'),
  },
];
