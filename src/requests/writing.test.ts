import { expect, test } from 'vitest';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { planned } from '../vocabulary/planned-completion.ts';
import { completionSpec } from './planned.ts';
import { refusedWriting } from './writing.ts';

const messages = [{ role: 'user', content: 'Grüße' }];
const unusual = {
  ...planned('pairs-2', 'a combination', { temperature: 2, max_tokens: 4, messages, model: 'm' }),
  escaped: true,
  exponent: 'temperature',
};

/** A service that rejects what a predicate says, and what it accepted. */
function serving(refuses: (text: string) => boolean | undefined) {
  const accepted: PlannedCompletion[] = [];
  const taken = async (row: PlannedCompletion) => {
    const isRefused = refuses(String(completionSpec(row).body));
    if (isRefused === false) accepted.push(row);
    return isRefused === undefined ? undefined : !isRefused;
  };
  return { taken, accepted };
}

const isLast = (text: string) => text.indexOf('"model"') > text.indexOf('"messages"');
const isEscaped = (text: string) => text.includes('\\u');
const hasExponent = (text: string) => text.includes('e+');

test.each<[string, (text: string) => boolean, string[]]>([
  ['the order', isLast, ['reordered members (model last)']],
  ['escapes', isEscaped, ['escapes for non-ASCII characters']],
  ['an exponent', hasExponent, ['an exponent or -0 in temperature']],
  [
    'two together',
    (text) => isLast(text) && isEscaped(text),
    ['reordered members (model last)', 'escapes for non-ASCII characters'],
  ],
  ['one of two', (text) => isLast(text) || isEscaped(text), ['escapes for non-ASCII characters']],
])('%s: only the cause is named, and nothing but the control is accepted', async (_, refuses, words) => {
  const { taken, accepted } = serving(refuses);
  const found = await refusedWriting(unusual, taken);
  expect(found).toMatchObject({ words, isWhole: true });
  expect(refuses(String(completionSpec(found!.row).body))).toBe(true);
  expect(accepted.length).toBe(words.length);
  expect(accepted).toContain(found!.control);
});

test('what is refused in any notation has another cause', async () => {
  expect(await refusedWriting(unusual, serving(() => true).taken)).toBeUndefined();
});

test('a feature without an answer is named among others', async () => {
  const { taken } = serving((text) => (isLast(text) ? isEscaped(text) : undefined));
  expect(await refusedWriting(unusual, taken)).toMatchObject({
    words: ['reordered members (model last)', 'escapes for non-ASCII characters'],
    isWhole: false,
  });
});
