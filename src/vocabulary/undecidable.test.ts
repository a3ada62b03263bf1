import { expect, test } from 'vitest';
import { gathered, Inconclusive, NotApplicable, whatCame } from './undecidable.ts';

const came = Promise.resolve(1);
const refused = () => Promise.reject(new Inconclusive('refused'));
const unknown = () => Promise.reject(new NotApplicable('the target does not know it'));

test('what another check answers for, or the target does not know, is left out', async () => {
  expect(await gathered([refused(), unknown(), came])).toEqual([1]);
  expect(await whatCame([refused(), unknown()])).toEqual([]);
});

test('where nothing remains, the first reason stands for all', async () => {
  await expect(gathered([unknown(), refused()])).rejects.toThrow(NotApplicable);
  await expect(gathered([refused(), unknown()])).rejects.toThrow(Inconclusive);
  await expect(gathered([])).rejects.toThrow('no answer to read');
  await expect(gathered([came, Promise.reject(new TypeError('ours'))])).rejects.toThrow(TypeError);
});
