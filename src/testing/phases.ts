import type { Phases } from '../vocabulary/phases.ts';

/** Phases of a run that plans nothing and has no usage: only the control is asked, with this function. */
export const phases = (plain: Phases['plain']): Phases => ({
  plain,
  planned: () => [],
  usageNames: () => Promise.reject(new Error('no usage')),
});
