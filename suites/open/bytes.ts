import { jsonPost, plainRow } from '../../src/requests/ask.ts';
import { type Malformed, withRaw } from '../../src/requests/malformed.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { observeAnswer } from './observe.ts';

/**
 * Bodies that may or may not be parsable according to the contract. Each also has a temperature out of bounds, so
 * that it is free: 400 means that it was not parsed, 422 that it was.
 */
function bodies(model: string): Malformed[] {
  const control = { ...plainRow(model).body, temperature: 5 };
  const text = JSON.stringify(control);
  const within = (content: string) => text.replace('"content":"', `"content":"${content}`);
  return [
    { name: 'byte-order-mark', what: 'a byte-order mark before the body', body: `\ufeff${text}` },
    { name: 'lone-surrogate', what: 'the escape of a lone surrogate', body: within('\\ud83d') },
    { name: 'nul', what: 'the escape of NUL', body: within('\\u0000') },
    { name: 'huge-number', what: 'the number 1e309', body: withRaw(control, '"top_p":1e309') },
    {
      name: 'deep',
      what: 'lists 200 levels deep',
      body: withRaw(control, `"user":${'['.repeat(200)}${']'.repeat(200)}`),
    },
    {
      name: 'duplicate-key',
      what: 'a member twice, the first time valid',
      body: text.replace('"temperature":5', '"temperature":1,"temperature":5'),
    },
  ];
}

export const openBytesCheck: Check = {
  id: 'request/open-bytes',
  harm: 'form',
  title: 'Response to unusual JSON',
  clauses: ['7.3'],
  level: 'open',
  about:
    'Sends a byte-order mark, escapes of lone surrogates and of NUL, a number beyond doubles, deep nesting and a duplicate member. Records the status. Warns on a repeated server error.',
  async run(context) {
    for (const { name, what, body } of bodies(context.model)) {
      await observeAnswer(context, name, { ...jsonPost(what, null), body }, what);
    }
  },
};
