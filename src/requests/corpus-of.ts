import type { CheckContext } from '../vocabulary/check.ts';
import { corpus, type PlannedCompletion } from './corpus.ts';

/** The valid requests of this run. */
export function corpusOf(context: CheckContext): readonly PlannedCompletion[] {
  const { profile, seed } = context.settings;
  return corpus({ profile, seed, model: context.model, reasoningModel: context.reasoningModel });
}
