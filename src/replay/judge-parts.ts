import { createSession, type Session } from '../engine/run-checks.ts';
import { BadRecord } from '../record/read.ts';
import { HandshakeRefused, plainCompletion, shakeHands } from '../run/handshake.ts';
import type { Check } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { AnswerCounts } from '../vocabulary/sweep.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { asksFor, type StoredPart } from './parts.ts';
import { createReplay } from './replay-target.ts';
import { undisturbed } from './undisturbed.ts';

/** What came of judging again: results by check, and how many answers were validated. */
export interface Judged {
  results: Map<string, CheckLine>;
  answers: readonly AnswerCounts[];
}

/**
 * Runs the checks again over what was recorded, without any network; resolves with their results by id. Shards are judged
 * as one run: a check rests on the checks of all, and what was measured while another shard asked is left undecided.
 */
export async function judgeParts(parts: readonly StoredPart[], checks: readonly Check[]): Promise<Judged> {
  const asked = parts.map((part) => ({
    target: createReplay(part),
    settings: part.settings,
    credentials: part.credentials,
    asks: asksFor(part),
  }));
  const [first] = asked;
  let answers: Judged['answers'] = [];
  const session = createSession({
    plainCompletion,
    checks: checks.filter((check) => parts.some((part) => asksFor(part)(check))),
    settings: first!.settings,
    credentials: first!.credentials,
    target: first!.target,
    parts: asked,
    onDiscovery: (found) => {
      answers = found.answers ?? answers;
    },
  });
  await begin(session, parts);
  const lines = await session.all();
  return { results: new Map(undisturbed(lines, parts).map((line) => [line.id, line])), answers };
}

/** Where the record lacks the first answers, nothing else can be asked. */
async function begin(session: Session, parts: readonly StoredPart[]): Promise<void> {
  try {
    for (const [at, runContext] of session.runContexts.entries()) {
      session.begin(await shakeHands(runContext, parts[at]!.settings));
    }
  } catch (error) {
    const known = error instanceof HandshakeRefused || error instanceof Inconclusive;
    if (!known) throw error;
    throw new BadRecord(`the record lacks the first answers of its run: ${error.message}`);
  }
}
