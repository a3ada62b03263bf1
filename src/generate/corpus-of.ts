import type { Interview } from '../check.ts';
import { corpus, type PlannedCompletion } from './corpus.ts';

/** The valid requests of this run. */
export function corpusOf(t: Interview): readonly PlannedCompletion[] {
  const { profile, seed } = t.settings;
  return corpus({ profile, seed, model: t.model, reasoningModel: t.reasoningModel });
}
