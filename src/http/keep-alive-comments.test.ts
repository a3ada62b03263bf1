import { expect, test } from 'vitest';
import { KeepAliveComments } from './keep-alive-comments.ts';

const STREAM = [['Content-Type', 'text/event-stream']] as const;
const FINISHED = 'data: {"choices":[{"finish_reason":"stop"}]}\n\n';

function comments(body: string, headers: readonly (readonly [string, string])[] = STREAM) {
  const made = new KeepAliveComments();
  made.asked(Buffer.from(body));
  made.answered(headers);
  return (...pieces: string[]) => pieces.map((piece) => made.isNext(Buffer.from(piece)));
}

test('comments behind the end are no data, and what is not a comment is', () => {
  const areComments = comments('{"stream":true,"n":1}');
  expect(areComments(': wait\n\n', FINISHED, ': wait\n\n', ':', ' wait\n', 'data: {}\n\n')).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
});

test('with several choices only [DONE] is the end', () => {
  const areComments = comments('{"stream":true,"n": 2}');
  expect(areComments(FINISHED, ': wait\n', 'data: [DONE]\n\n', ': wait\n')).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test.each([
  ['another body', [['content-type', 'application/json']]],
  ['a compressed stream', [...STREAM, ['content-encoding', 'gzip']]],
] as const)('%s has none', (_, headers) => {
  expect(comments('{}', headers)('data: [DONE]\n\n', ': wait\n')).toEqual([false, false]);
});
