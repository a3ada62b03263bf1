import { expect, it } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { adviceFor } from './advice.ts';

const HURT = ['doors', 'money', 'clients'];

it('every check whose breach hurts somebody has one advice, and no other has any', () => {
  // Open points are recorded, and never violated.
  const owed = CHECKS.map(({ id, harm, level }) => [id, HURT.includes(harm) && level !== 'open' ? 1 : 0]);
  expect(CHECKS.map(({ id }) => [id, adviceFor(id).length])).toEqual(owed);
});
