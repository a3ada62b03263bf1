import type { Totals } from '../measures.ts';
import type { LiveEndpoint } from './live-totals.ts';
import type { OwnCompletion } from './own-completions.ts';
import type { StepName } from './requests.ts';

/** The requests of a trial, and the growth of each endpoint until they were visible, or awaited in vain. */
export interface Step {
  name: StepName;
  part: string;
  own: OwnCompletion[];
  fresh: boolean;
  growth: Partial<Record<LiveEndpoint, Totals>>;
}

/** The completions of a step, without those that were rejected by a rate limit and repeated. */
export const completionsOf = ({ own }: Pick<Step, 'own'>): OwnCompletion[] =>
  own.filter(({ outcome }) => outcome !== 'refused');
