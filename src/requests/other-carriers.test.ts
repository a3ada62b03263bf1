import { expect, test } from 'vitest';
import { validate } from '../contract/schemas.ts';
import { requestConstraints } from './constraints.ts';
import { corpus } from './corpus.ts';
import { otherCarriers } from './other-carriers.ts';
import { kindOf, probesIn, probesOf } from './probes.ts';

const rows = corpus({ profile: 'standard', seed: 1, model: 'm', reasoningModel: undefined });

test('probes in other requests break the same, and nothing else', () => {
  for (const constraint of requestConstraints().filter(({ path }) => path.length > 0)) {
    for (const row of otherCarriers(constraint, probesOf(constraint, 'm').control, rows)) {
      for (const { body } of probesIn(constraint, row)) {
        const broken = validate('completion-request', body);
        expect(broken.map(({ keyword }) => keyword)).toEqual([constraint.keyword]);
        expect(kindOf(constraint)).not.toBe('not-an-object');
      }
    }
  }
});
