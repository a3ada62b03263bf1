import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTokens, tokenize } from './tokenize.ts';

it('tokens put together are the text, whatever it holds', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom(' ', '\n', 'ab', '😀', '\ud83d', 'é', '漢', 'ش', '12345'),
        ),
      }),
      (text) => {
        expect(tokenize(text).join('')).toBe(text);
        expect(countTokens(text)).toBe(tokenize(text).length);
      },
    ),
  );
});

it('takes about four letters to a token', () => {
  const text = 'The quick brown fox jumps over the lazy dog, and then it sleeps for 1500 hours.';
  expect(text.length / countTokens(text)).toBeGreaterThan(3);
  expect(text.length / countTokens(text)).toBeLessThan(6);
});
