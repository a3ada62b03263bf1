import { expect, test } from 'vitest';
import { streamExchange } from '../../testing/exchange.ts';
import { parseStream } from '../parsed-stream.ts';
import { withoutEchoedEnds } from './echoed-ends.ts';

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const part = (finish_reason: string | null, delta = {}) => ({ index: 0, delta, finish_reason });

/** The reasons that are left of those of a stream. */
async function reasonsOf(chunks: object[]): Promise<unknown[]> {
  const { chunks: left } = withoutEchoedEnds(await parseStream(streamExchange(chunks)));
  return left.flatMap(({ json }) =>
    (json.choices as { finish_reason: unknown }[]).map((c) => c.finish_reason),
  );
}

test.each([
  [
    'beside the usage',
    [{ choices: [part('length')] }, { choices: [part('stop')], usage: USAGE }],
    ['length', null],
  ],
  ['without usage', [{ choices: [part('length')] }, { choices: [part('stop')] }], ['length', 'stop']],
  [
    'with more text',
    [{ choices: [part('length')] }, { choices: [part('stop', { content: 'a' })], usage: USAGE }],
    ['length', 'stop'],
  ],
  ['as the only end', [{ choices: [part(null)] }, { choices: [part('stop')], usage: USAGE }], [null, 'stop']],
])('an end %s', async (_, chunks, left) => {
  expect(await reasonsOf(chunks)).toEqual(left);
});
