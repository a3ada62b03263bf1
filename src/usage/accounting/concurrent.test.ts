import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { wereConcurrent } from './endpoint-timeline.ts';
import { ownCompletion } from './own-completions.ts';

const own = (startedAt: number, endMs: number, status = 200) =>
  ownCompletion(
    exchange({
      startedAt,
      status,
      endMs,
      body: { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
    }),
    undefined,
  );

test.each([
  ['one after the other', [own(0, 10), own(11, 10), own(30, 5)], false],
  ['one while another is answered', [own(0, 10), own(5, 10)], true],
  ['one within a longer one', [own(0, 100), own(150, 10), own(20, 10)], true],
  ['one behind a short one, within the first', [own(0, 100), own(110, 5), own(120, 5)], false],
  ['one beside another that is refused', [own(0, 10), own(5, 10, 422)], false],
  ['none', [], false],
])('%s', (_, completions, atOnce) => expect(wereConcurrent(completions)).toBe(atOnce));
