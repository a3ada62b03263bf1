import { acceptedPart } from '../requests/accepted-part.ts';
import { answered } from '../requests/ask.ts';
import { corpus } from '../requests/corpus.ts';
import { reply } from '../requests/replies.ts';
import { discover } from '../usage/discovery/discover.ts';
import type { Phases } from '../vocabulary/phases.ts';
import { plainCompletion } from './handshake.ts';

/** The phases of every run, live or stored. */
export const PHASES: Phases = {
  plain: plainCompletion,
  answered,
  reply,
  planned: ({ settings: { profile, seed, otherModels }, model, reasoningModel }) =>
    corpus({ profile, seed, model, reasoningModel, otherModels }),
  usageNames: discover,
  acceptedPart,
};
