import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

const MANY = Array.from({ length: 100_000 }, (_, i) => `"m${i}": ${i}`).join();

/** Copying members must not change what all objects share. */
export const jsonPrototype: Hostile = {
  id: 'json-prototype',
  title: 'names members __proto__ and constructor, beside 100,000 others',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(
      call.socket,
      '200 OK',
      [JSON_TYPE],
      `{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, ${MANY}}`,
    );
  },
};
