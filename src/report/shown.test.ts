import { expect, it } from 'vitest';
import { exchangeLine } from '../testing/journal.ts';
import { type Shown, smallestProbe, wordsOf } from './shown.ts';

const answered = (text: string, status = 422) => {
  const line = exchangeLine('e1');
  return { response: { ...line.response!, status, body: { text } } };
};

it.each<[string, string, string | undefined]>([
  ['OpenAI', '{"error":{"message":"n must be 1 or more","type":"x"}}', 'n must be 1 or more'],
  [
    'FastAPI, a list',
    '{"detail":[{"loc":["body","n"],"msg":"Input should be 1 or more"}]}',
    'Input should be 1 or more',
  ],
  ['FastAPI, a text', '{"detail":"Not Found"}', 'Not Found'],
  ['an error that is a text', '{"error":"bad\\n  request"}', 'bad request'],
  ['plain text', 'Bad Request\n', 'Bad Request'],
  ['a web page', '<html>502</html>', undefined],
  ['JSON without words', '{"code":7}', '{"code":7}'],
  ['records', '[{"code":7}]', undefined],
  ['nothing', '', undefined],
  ['what moves the eye', '{"message":"a\\u202eb"}', 'a\\u{202e}b'],
])('what a service says, by %s', (_name, body, expected) => {
  expect(wordsOf(answered(body))).toBe(expected);
});

it('a success says nothing, and long words are cut', () => {
  expect(wordsOf(answered('{"message":"fine"}', 200))).toBeUndefined();
  expect(wordsOf(answered(`{"message":"${'x'.repeat(900)}"}`))!.length).toBeLessThan(240);
});

it('the smallest request that was answered alike shows a breach', () => {
  const shown = new Map<string, Shown>([
    ['e1', { owner: 'x', label: 'n is 9', status: 500, size: 900, endMs: 1 }],
    ['e2', { owner: 'x', label: 'n is 9', status: 500, size: 80, endMs: 1 }],
    ['e3', { owner: 'x', label: 'n is 9', status: 200, size: 10, endMs: 1 }],
    // Of another constraint, which shows why this one was not repeated.
    ['e4', { owner: 'x', label: 'top_p is 9', status: 500, size: 70, endMs: 1 }],
  ]);
  expect(smallestProbe(['e1', 'e2', 'e3', 'e4'], 'server-error', shown)).toBe('e2');
  expect(smallestProbe(['e1', 'e2', 'e3'], 'unlocked', shown)).toBe('e1');
});
