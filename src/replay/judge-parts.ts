import { createSession, type Session } from '../engine/run-checks.ts';
import { BadRecord } from '../record/read.ts';
import { HandshakeRefused, shakeHands } from '../run/handshake.ts';
import { PHASES } from '../run/phases.ts';
import type { Check } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { AnswerCounts } from '../vocabulary/sweep.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import type { StoredPart } from './parts.ts';
import { createReplay } from './replay-target.ts';
import { undisturbed } from './undisturbed.ts';

/** The results of judging again: by check, and how many responses were validated. */
export interface Judged {
  results: Map<string, CheckLine>;
  answers: readonly AnswerCounts[];
}

/**
 * Runs the checks again over the record, without any network; resolves with their results by id. Shards are judged
 * as one run: a check uses the results of all shards, and measurements during which another shard was active are
 * inconclusive.
 */
export async function judgeParts(parts: readonly StoredPart[], checks: readonly Check[]): Promise<Judged> {
  const asked = parts.map((part) => ({
    target: createReplay(part),
    settings: part.settings,
    credentials: part.credentials,
    asks: ({ id }: Check) => part.selected.has(id),
  }));
  const [first] = asked;
  let answers: Judged['answers'] = [];
  const session = createSession({
    phases: PHASES,
    checks: checks.filter(({ id }) => parts.some(({ selected }) => selected.has(id))),
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

/** Without the first responses, nothing else can be replayed. */
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
