import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { Exchange, MadeKey } from '../vocabulary/exchange.ts';
import { attempt, decided, Inconclusive, isUndecidable, NotApplicable } from '../vocabulary/undecidable.ts';
import { goodRequest, refusable } from './endpoints.ts';
import { rightKeyOnCompletion } from './probes.ts';
import { lockedOut, type Reply, status } from './reply.ts';
import { PACE_MS, turnsOf } from './turns.ts';

/** All keys in the first round; of a breach that is confirmed, the one that shows it. */
const madeKeysKey = (kind: MadeKey | undefined) =>
  answerKey<Outcome>(kind ? `auth/made-keys/${kind}` : 'auth/made-keys');

/*
 * Keys that are nearly the right one. Whoever counts bad keys counts these for the very key that has to work, so they
 * are asked after everything else, one at a time, and no more once anything looks like a lock-out.
 */

/** Theirs, and of the right key between them: one that was let in may let in all that follows on its connection. */
const CONNECTION = 'auth/made-keys';

const KINDS: readonly MadeKey[] = ['altered', 'altered-late', 'other-case', 'longer'];

const WORDS: Readonly<Record<MadeKey, string>> = {
  altered: 'with the key, one character changed',
  'altered-late': 'with the key, one character near its end changed',
  'other-case': 'with the key in other case',
  longer: 'with the key, one character more',
};

/** A completion with a key that was made, and the right key after it. */
export interface WithMadeKey {
  probe: Exchange;
  control: Exchange;
}

type Outcome = Map<MadeKey, { probe: Reply | NotApplicable; control: Reply }>;

/**
 * What the completion endpoint says to one of these keys. All are asked in the first round, once for the run; when a
 * breach is confirmed, the one of which it is. Rejects with `Inconclusive` where nothing may be asked any more.
 */
export async function withMadeKey(
  context: CheckContext,
  ask: Requester,
  kind: MadeKey,
): Promise<WithMadeKey> {
  const again = ask.round === 2;
  const outcome = await ask.shared(madeKeysKey(again ? kind : undefined), (own) =>
    inOrder(context, own, again ? [kind] : KINDS),
  );
  const { probe, control } = outcome.get(kind)!;
  return { probe: decided(probe), control: decided(control) };
}

async function inOrder(context: CheckContext, own: Requester, kinds: readonly MadeKey[]): Promise<Outcome> {
  const outcome: Outcome = new Map();
  let control = await rightKey(context, own, 'before keys that were made');
  let sign = (await lockedOutBefore(context, own)) ?? signOf(control);
  for (const kind of kinds) {
    if (sign !== undefined) {
      outcome.set(kind, { probe: new Inconclusive(`not asked any more: ${sign}`, seen(control)), control });
      continue;
    }
    let probe = await once(context, own, kind);
    await context.clock.sleep(PACE_MS);
    control = await rightKey(context, own, 'after a key that was made');
    // An error of the moment, and the right key as ever after it: no lock-out, and one more shows what the key brings.
    if (isOfTheMoment(probe) && signOf(control) === undefined) {
      probe = await once(context, own, kind);
      await context.clock.sleep(PACE_MS);
      control = await rightKey(context, own, 'after a key that was made, once more');
    }
    sign = signOf(probe) ?? signOf(control);
    outcome.set(kind, { probe, control });
  }
  return outcome;
}

/** Sent once at a time: nobody is asked to count the same bad key five times. */
async function once(context: CheckContext, own: Requester, madeKey: MadeKey): Promise<Reply | NotApplicable> {
  const rest = { credential: 'none', madeKey } as const;
  const label = `completion ${WORDS[madeKey]}`;
  const spec = refusable(goodRequest('completion', context.model), label, rest);
  const answer = await attempt(own.sendOnce({ ...spec, connection: CONNECTION }));
  if (isUndecidable(answer) || !isPassing(answer)) return answer;
  return new Inconclusive(`${label}: answered ${status(answer) ?? 'not at all'}`, [answer]);
}

const rightKey = (context: CheckContext, own: Requester, when: string) =>
  rightKeyOnCompletion(own, context.model, `a flawed completion with the right key, ${when}`, CONNECTION);

/** Whether an answer says something of the moment and nothing of the key. */
function isPassing(answer: Exchange): boolean {
  const code = status(answer) ?? 0;
  return code === 0 || [408, 423, 429, 529].includes(code) || isGatewayError(code);
}

const isGatewayError = (code: number): boolean =>
  [502, 503, 504].includes(code) || (code >= 520 && code <= 527);

/** Whether a key met a server error that passes, and nothing that limits or locks. */
function isOfTheMoment(probe: Reply | NotApplicable): boolean {
  const last = probe instanceof Inconclusive ? probe.exchanges.at(-1) : undefined;
  return isGatewayError(last?.response?.status ?? 0);
}

function signOf(answer: Reply | NotApplicable): string | undefined {
  if (answer instanceof NotApplicable) return undefined;
  if (answer instanceof Inconclusive) return answer.message;
  return lockedOut(answer) && answer.credential === 'main'
    ? `the right key was answered ${status(answer)}: locked out?`
    : undefined;
}

/** A lock-out that the probes before saw, or why they saw nothing, in whichever round. */
async function lockedOutBefore(context: CheckContext, own: Requester): Promise<string | undefined> {
  const rounds = [await turnsOf(context), await turnsOf(own)];
  if (rounds.some(({ waited }) => waited)) return 'other bad keys looked like a lock-out';
  const spoilt = rounds.map((turns) => turns.spoilt).find((reason) => reason !== undefined);
  return spoilt && `nothing decisive came to the right key before: ${spoilt.message}`;
}

const seen = (of: Reply): Exchange[] => (of instanceof Inconclusive ? [...of.exchanges] : [of]);
