import { inAnswer } from '../../change/answers.ts';
import { absent, type Edit, present, put } from '../../change/pointer.ts';
import { type Fault, faults } from '../../deviation.ts';

type Row = readonly [pointer: string, clause: string, level: Fault['level'], what: string, edit: Edit];

const M = '/choices/*/message';
const CALL = `${M}/tool_calls/*`;

/** A list of the edits of one member: what they are called, and what they make of it. */
const ROWS: readonly Row[] = [
  ['/id', '2.7', 'must', 'missing', absent],
  ['/id', '2.7', 'must', 'number', put(7)],
  ['/id', '2.7', 'must', 'null', put(null)],
  ['/id', '2.7', 'should', 'empty', put('')],
  ['/id', '2.7', 'should', 'constant', put('chatcmpl-1')],
  ['/object', '2.7', 'must', 'number', put(1)],
  ['/object', '2.7', 'should', 'null', put(null)],
  ['/object', '2.7', 'should', 'other', put('text_completion')],
  ['/created', '2.7', 'must', 'missing', absent],
  ['/created', '2.7', 'must', 'fraction', present((v) => Number(v) + 0.566)],
  ['/created', '2.7', 'must', 'string', present(String)],
  ['/created', '2.7', 'must', 'iso', present((v) => new Date(Number(v) * 1000).toISOString())],
  ['/created', '2.7', 'must', 'null', put(null)],
  ['/created', '2.7', 'should', 'milliseconds', present((v) => Number(v) * 1000)],
  ['/created', '2.7', 'should', 'zero', put(0)],
  ['/created', '2.7', 'should', 'two-days-ago', present((v) => Number(v) - 172_800)],
  ['/model', '2.7', 'must', 'missing', absent],
  ['/model', '2.7', 'must', 'number', put(4)],
  ['/model', '2.7', 'must', 'null', put(null)],
  ['/service_tier', '2.7', 'must', 'number', put(1)],
  ['/service_tier', '2.7', 'should', 'null', put(null)],
  ['/system_fingerprint', '2.7', 'must', 'number', put(1)],
  ['/system_fingerprint', '2.7', 'should', 'null', put(null)],
  ['/prompt_token_ids', '2.7', 'must', 'strings', put(['1', '2'])],
  ['/prompt', '2.7', 'must', 'string', put('hi')],
  ['/choices', '2.7', 'must', 'missing', absent],
  ['/choices', '2.7', 'must', 'null', put(null)],
  ['/choices', '2.7', 'must', 'object', present((v) => ({ ...(v as unknown[]) }))],
  ['/choices', '2.7', 'must', 'empty', put([])],
  ['/choices/*', '2.7', 'must', 'string', put('hello')],
  ['/choices/*/index', '2.7', 'must', 'missing', absent],
  ['/choices/*/index', '2.7', 'must', 'string', present(String)],
  ['/choices/*/index', '2.7', 'must', 'null', put(null)],
  ['/choices/*/index', '2.7', 'must', 'from-one', present((v) => Number(v) + 1)],
  ['/choices/*/index', '2.7', 'must', 'always-zero', put(0)],
  ['/choices/*/message', '2.7', 'must', 'missing', absent],
  ['/choices/*/message', '2.7', 'must', 'string', put('hello')],
  ['/choices/*/message', '2.7', 'must', 'null', put(null)],
  ['/choices/*/finish_reason', '2.7', 'must', 'number', put(0)],
  ['/choices/*/finish_reason', '2.7', 'should', 'missing', absent],
  ['/choices/*/finish_reason', '2.7', 'should', 'null', put(null)],
  ['/choices/*/finish_reason', '2.7', 'should', 'unknown', put('eos_token')],
  ['/choices/*/finish_reason', '2.7', 'should', 'empty', put('')],
  ['/choices/*/seed', '2.7', 'must', 'string', put('1')],
  ['/choices/*/token_ids', '2.7', 'must', 'strings', put(['1'])],
  [`${M}/role`, '2.2', 'must', 'missing', absent],
  [`${M}/role`, '2.2', 'must', 'null', put(null)],
  [`${M}/role`, '2.2', 'must', 'model', put('model')],
  [`${M}/role`, '2.2', 'must', 'user', put('user')],
  [`${M}/content`, '2.2', 'must', 'number', present(() => 42)],
  [`${M}/content`, '2.2', 'must', 'parts', present((v) => [{ type: 'text', text: v }])],
  [`${M}/name`, '2.2', 'must', 'number', put(1)],
  [`${M}/name`, '2.2', 'should', 'null', put(null)],
  [`${M}/tool_calls`, '2.2', 'must', 'object', put({})],
  [`${M}/tool_calls`, '2.2', 'should', 'null', (v) => v ?? null],
  [`${M}/tool_call_id`, '2.2', 'must', 'number', put(1)],
  [`${M}/reasoning`, '2.2', 'must', 'list', put(['hm'])],
  [`${M}/reasoning`, '2.2', 'should', 'null', (v) => v ?? null],
  [`${CALL}/id`, '2.3', 'must', 'missing', absent],
  [`${CALL}/id`, '2.3', 'must', 'number', put(1)],
  [`${CALL}/type`, '2.3', 'must', 'other', put('custom')],
  [`${CALL}/function`, '2.3', 'must', 'missing', absent],
  [`${CALL}/function/name`, '2.3', 'must', 'missing', absent],
  [`${CALL}/function/name`, '2.3', 'must', 'null', put(null)],
  [`${CALL}/function/arguments`, '2.3', 'must', 'missing', absent],
  [`${CALL}/function/arguments`, '2.3', 'must', 'object', present((v) => JSON.parse(String(v)))],
  [`${CALL}/function/arguments`, '2.3', 'must', 'null', put(null)],
  [`${CALL}/function/arguments`, '2.3', 'should', 'empty', put('')],
  [
    `${CALL}/function/arguments`,
    '2.3',
    'should',
    'single-quoted',
    present((v) => String(v).replaceAll('"', "'")),
  ],
  [`${CALL}/function/arguments`, '2.3', 'should', 'cut', present((v) => String(v).slice(0, -1))],
  ['/usage', '2.7', 'must', 'list', put([])],
  ['/usage', '2.7', 'should', 'missing', absent],
  ['/usage', '2.7', 'should', 'null', put(null)],
  ...['prompt_tokens', 'completion_tokens', 'total_tokens'].flatMap((member): Row[] => [
    [`/usage/${member}`, '2.7', 'must', 'missing', absent],
    [`/usage/${member}`, '2.7', 'must', 'string', present(String)],
    [`/usage/${member}`, '2.7', 'must', 'fraction', present((v) => Number(v) + 0.25)],
    [`/usage/${member}`, '2.7', 'must', 'null', put(null)],
    [`/usage/${member}`, '2.7', 'must', 'negative', put(-1)],
  ]),
  ['/usage/total_tokens', '2.7', 'should', 'one-more', present((v) => Number(v) + 1)],
  ['/usage/total_tokens', '2.7', 'should', 'without-prompt', present(() => 0)],
];

const WORDS: Readonly<Record<string, string>> = {
  missing: 'is left out',
  null: 'is null',
  empty: 'is empty',
  string: 'is a string',
  number: 'is a number',
  strings: 'holds strings',
  fraction: 'is no whole number',
  'always-zero': 'is 0 for every choice',
  'from-one': 'counts from one',
  parts: 'is a list of parts',
  negative: 'is negative',
  constant: 'is the same in every answer',
};

/** Members of the answer: each missing, of a wrong type, null where it may not be, or with a wrong value. */
export const members: readonly Fault[] = ROWS.flatMap(([pointer, clause, level, what, edit]) => {
  const slug = pointer.slice(1).replaceAll('/*', '').replaceAll('/', '-').replaceAll('_', '-');
  const name = pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.');
  const title = `${name} ${WORDS[what] ?? `is wrong (${what.replaceAll('-', ' ')})`}`;
  return faults(
    level,
    ['completion/*', 'tool/*', 'client/*', 'accounting/completions'],
    [[`completion/${slug}-${what}`, clause, title, inAnswer(pointer, edit)]],
  );
});
