import type { CheckContext } from '../vocabulary/check.ts';
import { corpus, type PlannedCompletion } from './corpus.ts';

/** The valid requests of this run. */
export function corpusOf(
  context: Pick<CheckContext, 'settings' | 'model' | 'reasoningModel'>,
): readonly PlannedCompletion[] {
  const { profile, seed, otherModels } = context.settings;
  return corpus({ profile, seed, model: context.model, reasoningModel: context.reasoningModel, otherModels });
}
