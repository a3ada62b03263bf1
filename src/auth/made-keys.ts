import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { Exchange, MadeKey, RequestSpec } from '../vocabulary/exchange.ts';
import { isTransientStatus } from '../vocabulary/transient.ts';
import { attempt, decided, Inconclusive, isUndecidable, NotApplicable } from '../vocabulary/undecidable.ts';
import { goodRequest, refusable } from './endpoints.ts';
import { lockedOut, type Reply, status, turnsOf, waitForPace } from './lockout-safe-probing.ts';
import { rightKeyOnCompletion } from './probes.ts';

const BEFORE = answerKey<Reply>('auth/made-keys/before');
/** All keys in the first round; when a violation is confirmed, only the key that shows it. */
const madeKeysKey = (kind: MadeKey | undefined) =>
  answerKey<Outcome>(kind ? `auth/made-keys/${kind}` : 'auth/made-keys');

/**
 * Near-miss keys. A service may count them as failed attempts for the real key, so they are sent after everything
 * else: first one, and the others only if the valid key still works.
 */

/**
 * The first near-miss key, with the valid key before it. If that key was accepted, later requests on its connection
 * may be accepted too.
 */
const CONNECTION = 'auth/made-keys';

const BURSTS: readonly (readonly MadeKey[])[] = [['altered'], ['altered-late', 'other-case', 'longer']];

const WORDS: Readonly<Record<MadeKey, string>> = {
  altered: 'with one character of the key changed',
  'altered-late': 'with one character near the end of the key changed',
  'other-case': 'with the key in inverted case',
  longer: 'with one character added to the key',
};

/** A completion with a near-miss key, followed by the valid key. */
export interface WithMadeKey {
  probe: Exchange;
  control: Exchange;
}

type Outcome = Map<MadeKey, { probe: Probe; control: Reply }>;

/**
 * The response of the completion endpoint to one of these keys. All keys are sent in the first round, once per run.
 * When a violation is confirmed, only its key is sent. Rejects with `Inconclusive` if no more requests are allowed.
 */
export async function withMadeKey(
  context: CheckContext,
  ask: Requester,
  kind: MadeKey,
): Promise<WithMadeKey> {
  const again = ask.round === 2;
  const outcome = await ask.shared(madeKeysKey(again ? kind : undefined), (own) =>
    inOrder(context, own, again ? [[kind]] : BURSTS),
  );
  const { probe, control } = outcome.get(kind)!;
  return { probe: decided(probe), control: decided(control) };
}

async function inOrder(
  context: CheckContext,
  own: Requester,
  bursts: readonly (readonly MadeKey[])[],
): Promise<Outcome> {
  const outcome: Outcome = new Map();
  let control = await rightKeyBefore(context, own);
  let sign = (await lockedOutBefore(context, own)) ?? signOf(control);
  for (const burst of bursts) {
    if (sign !== undefined) {
      const probe = new Inconclusive(`not sent: ${sign}`, seen(control));
      for (const kind of burst) outcome.set(kind, { probe, control });
      continue;
    }
    let probes: Map<MadeKey, Probe>;
    [probes, control] = await followed(context, own, burst, 'once');
    // A transient error, and the valid key still works: this is not a lock-out, and one more attempt shows how the
    // key is treated.
    const again = burst.filter((kind) => isOfTheMoment(probes.get(kind)!));
    if (again.length > 0 && signOf(control) === undefined) {
      const [later, last] = await followed(context, own, again, 'again');
      probes = new Map([...probes, ...later]);
      control = last;
    }
    sign = [...probes.values(), control].map(signOf).find((one) => one !== undefined);
    for (const [kind, probe] of probes) outcome.set(kind, { probe, control });
  }
  return outcome;
}

type Probe = Reply | NotApplicable;

/**
 * Sends the keys of a burst one after the other, and the valid key behind them, without waiting for responses. The
 * next burst waits for all of them. All wait for the same budget round, in the order of their names, and then keep
 * the pace.
 */
async function followed(
  context: CheckContext,
  own: Requester,
  burst: readonly MadeKey[],
  turn: 'once' | 'again',
): Promise<[probes: Map<MadeKey, Probe>, control: Reply]> {
  const named = <T extends Probe>(name: string) => answerKey<T>(`auth/made-keys/${turn}/${name}`);
  const probes = burst.map(async (kind) => {
    const probe = await own.shared(named<Probe>(kind), (one) => once(context, one, kind));
    return [kind, probe] as const;
  });
  const control = own.shared(named<Reply>(`valid-after-${burst[0]}`), (one) =>
    rightKey(context, one, 'after near-miss keys', { turn: () => waitForPace(context, one) }),
  );
  const [answers, after] = await Promise.all([Promise.all(probes), control]);
  return [new Map(answers), after];
}

/** Sent one at a time, so that a service does not count the same invalid key five times. */
async function once(context: CheckContext, own: Requester, madeKey: MadeKey): Promise<Probe> {
  const rest = { credential: 'none', madeKey } as const;
  const label = `completion ${WORDS[madeKey]}`;
  const turn = () => waitForPace(context, own);
  const spec = { ...refusable(goodRequest('completion', context.model), label, rest), turn };
  const onUsed = madeKey === BURSTS[0]![0] || own.round === 2;
  const answer = await attempt(own.sendOnce({ ...spec, ...(onUsed && { connection: CONNECTION }) }));
  if (isUndecidable(answer) || !isPassing(answer)) return answer;
  return new Inconclusive(`${label}: answered ${status(answer) ?? 'not at all'}`, [answer]);
}

/** What the right key is answered just before them, on the connection of the first. May be asked for earlier. */
export const rightKeyBefore = (context: CheckContext, ask: Requester): Promise<Reply> =>
  ask.shared(BEFORE, (own) => rightKey(context, own, 'before near-miss keys', { connection: CONNECTION }));

const rightKey = (context: CheckContext, own: Requester, when: string, rest: Partial<RequestSpec>) =>
  rightKeyOnCompletion(own, context.model, `an invalid completion with the valid key, ${when}`, rest);

/** Whether a response is transient and says nothing about the key. */
function isPassing(answer: Exchange): boolean {
  const code = status(answer) ?? 0;
  return code === 0 || code === 423 || isTransientStatus(code);
}

/** Whether a key met a transient server error, and neither a rate limit nor a lock-out. */
function isOfTheMoment(probe: Probe): boolean {
  const last = probe instanceof Inconclusive ? probe.exchanges.at(-1) : undefined;
  const code = last?.response?.status ?? 0;
  return code >= 500 && isTransientStatus(code);
}

function signOf(answer: Probe): string | undefined {
  if (answer instanceof NotApplicable) return undefined;
  if (answer instanceof Inconclusive) return answer.message;
  return lockedOut(answer) && answer.credential === 'main'
    ? `the valid key got status ${status(answer)}: locked out?`
    : undefined;
}

/** A lock-out that earlier probes met, or the reason why they were inconclusive, in any round. */
async function lockedOutBefore(context: CheckContext, own: Requester): Promise<string | undefined> {
  const rounds = [await turnsOf(context), await turnsOf(own)];
  if (rounds.some(({ waited }) => waited)) return 'answers to other invalid keys suggest a lockout';
  const spoilt = rounds.map((turns) => turns.spoilt).find((reason) => reason !== undefined);
  return spoilt && `no conclusive answer to the valid key before: ${spoilt.message}`;
}

const seen = (of: Reply): Exchange[] => (of instanceof Inconclusive ? [...of.exchanges] : [of]);
