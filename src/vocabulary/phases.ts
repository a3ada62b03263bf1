import type { ChoicePart, Reply } from './answer.ts';
import type { CheckContext, Requester } from './check.ts';
import type { Discovered } from './discovered.ts';
import type { Exchange } from './exchange.ts';
import type { PlannedCompletion } from './planned-completion.ts';
import type { UsageNames } from './settings.ts';

/**
 * What a run plans and asks for all of its checks. The engine gets it where a run is put together and offers the
 * results in `CheckContext`, so that a check does not depend on how they are found.
 */
export interface Phases {
  /** The minimal valid completion, which distinguishes an empty wallet from a wrong status. */
  plain(ask: Requester, model: string): Promise<Exchange>;
  /** See `Requester.answered`. */
  answered(ask: Requester, row: PlannedCompletion): Promise<Exchange>;
  /** See `Requester.reply`. */
  reply(ask: Requester, row: PlannedCompletion, at?: ChoicePart): Promise<Reply>;
  /** See `CheckContext.planned`. The same settings and models yield the same list. */
  planned(of: Pick<CheckContext, 'settings' | 'model' | 'reasoningModel'>): readonly PlannedCompletion[];
  /** See `CheckContext.usageNames`. `given` are the configured names. */
  usageNames(ask: Requester, given: UsageNames): Promise<Discovered>;
  /** See `CheckContext.acceptedPart`. */
  acceptedPart(
    of: Pick<CheckContext, 'model'>,
    ...asked: Parameters<CheckContext['acceptedPart']>
  ): Promise<PlannedCompletion>;
}
