import { expect, it } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { adviceFor, needsAdvice } from './advice.ts';

it('every check whose breach hurts somebody has one advice, and no other has any', () => {
  const owed = CHECKS.map((check) => [check.id, needsAdvice(check) ? 1 : 0]);
  expect(CHECKS.map(({ id }) => [id, adviceFor(id).length])).toEqual(owed);
});
