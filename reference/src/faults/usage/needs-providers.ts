import type { FaultRow } from '../../deviation.ts';

const NOT_SHOWN = 'records without a provider cannot be attributed';

/** A fault that cannot show if no record has a provider. */
export function needsProviders([id, clause, title, change, rest]: FaultRow): FaultRow {
  const bases = { ...rest?.bases, 'usage/provider-not-shown': { hidden: NOT_SHOWN } };
  return [id, clause, title, change, { ...rest, bases }];
}
