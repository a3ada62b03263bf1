import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { goodRequest } from './endpoints.ts';
import { lockedOut, type Reply, reply } from './reply.ts';

const TURNS = answerKey<Turns>('auth/turns');

/** Between two probes. Milliseconds. */
export const PACE_MS = 50;

/** What came to the probes of a group, and to the right key after them. */
export interface ProbeReplies<Name extends string> {
  replies: ReadonlyMap<Name, Reply>;
  /** The same request with the right key, sent afterwards. */
  control: Reply;
  /** Those that were let in, once more, each on a connection of its own. */
  apart?: ReadonlyMap<Name, Reply>;
}

/** A group whose probes are answered, and how it is asked with the right key afterwards. */
export interface ProbedGroup<Name extends string> {
  replies: ProbeReplies<Name>['replies'];
  apart?: ReadonlyMap<Name, Reply>;
  control(): Promise<Reply>;
}

/** When a group is asked: beside the others of its batch, and after what it has to ask with the right key. */
export interface Turn {
  name: string;
  batch?: string;
  prepare?: (own: Requester) => Promise<unknown>;
}

/** Whose turn it is, and whether the end of a lock-out was waited for already. */
export interface Turns {
  /** The groups that are asked at the same time now, when they may be, and when those before them might. */
  batch: string | undefined;
  ready: Promise<unknown>;
  readyEarlier: Promise<unknown>;
  /** Their probes are answered. */
  asked: Promise<unknown>[];
  /** The right key followed them, and those before them; a lock-out that it met is over, or was waited for. */
  followed: Promise<unknown>[];
  followedEarlier: Promise<unknown>[];
  /** The last probe went out, and time enough has passed. */
  paced: Promise<unknown>;
  waited: boolean;
  /** What looks are compared with: whether the right key was let in before any other one was tried. */
  open: Promise<boolean>;
  /** The last lock-out that a look met, too, and whether it is known to be over. */
  lock?: { answer: Reply; over: boolean };
  /** Why even the right key got no decisive answer: nobody is asked to wait as long again for every group. */
  spoilt?: Inconclusive;
}

/** Waits between looks at whether a lock-out is over. */
const LOOKS_MS = [10_000, 20_000, 30_000];

/**
 * Asks the groups one after the other, those of one batch at the same time, however many checks want them at once. The right
 * key follows each group, and goes out before the probes of the next batch, which need not wait until it is answered. A
 * lock-out leaves the groups undecided that are under way; it is waited for once in a run, so that it does not spoil those
 * that follow. What a group has to ask beforehand, with the right key, goes out beside the batch before it.
 */
export function probeInTurn<Name extends string>(
  context: CheckContext,
  ask: Requester,
  { name, batch = name, prepare = async () => {} }: Turn,
  make: (own: Requester) => Promise<ProbedGroup<Name>>,
): Promise<ProbeReplies<Name>> {
  return ask.shared(answerKey<ProbeReplies<Name>>(name), async (own) => {
    const turns = await turnsOf(own);
    if (turns.batch !== batch) begin(turns, batch);
    const prepared = turns.readyEarlier.then(() => (turns.spoilt ? undefined : prepare(own)));
    let before: Turns['lock'];
    const asked = Promise.all([turns.ready, prepared, turns.open]).then(() => {
      if (turns.spoilt) throw turns.spoilt;
      before = turns.lock?.over ? turns.lock : undefined;
      return make(own);
    });
    const mine = asked.then(async ({ control, ...answers }) => {
      const answer = await control();
      await outlast(context, own, turns, answer);
      // A lock-out that was met meanwhile may be over by now, and its refusals are none of these probes.
      const lock = turns.lock === before ? undefined : turns.lock;
      return { ...answers, control: lock?.answer ?? answer };
    });
    turns.asked.push(asked.catch(() => {}));
    turns.followed.push(mine.catch(() => {}));
    return mine;
  });
}

function begin(turns: Turns, batch: string): void {
  turns.readyEarlier = turns.ready;
  turns.ready = Promise.all([...turns.asked, ...turns.followedEarlier]);
  turns.followedEarlier = turns.followed;
  turns.batch = batch;
  turns.asked = [];
  turns.followed = [];
}

/** Resolves when the next probe may go out, of whichever group. */
export async function waitForPace(context: CheckContext, ask: Requester): Promise<void> {
  const turns = await turnsOf(ask);
  const mine = turns.paced;
  turns.paced = mine.then(() => context.clock.sleep(PACE_MS)).catch(() => {});
  await mine;
}

/** Whether the key was let in every time, and only the bodies broke off: no sign of a lock-out. */
function letIn({ exchanges }: Inconclusive): boolean {
  return exchanges.length > 0 && exchanges.every(({ response }) => response?.status === 200);
}

/** Waits for the end of a lock-out that the right key met, once in a run. */
async function outlast(context: CheckContext, own: Requester, turns: Turns, control: Reply): Promise<void> {
  if (control instanceof Inconclusive && !letIn(control)) turns.spoilt = control;
  if (!lockedOut(control)) return;
  if (turns.waited) {
    if (turns.lock?.over) turns.lock = { answer: control, over: false };
    return;
  }
  turns.waited = true;
  for (const ms of LOOKS_MS) {
    await context.clock.sleep(ms);
    const look = await reply(own, goodRequest('summary', context.model));
    if (!lockedOut(look)) {
      if (turns.lock) turns.lock.over = true;
      return;
    }
    if (await turns.open) turns.lock ??= { answer: look, over: false };
  }
}

/** The turns of a round. */
export function turnsOf(ask: Requester): Promise<Turns> {
  const [ready, paced] = [Promise.resolve(), Promise.resolve()];
  return ask.shared(TURNS, async (own) => ({
    batch: undefined,
    ready,
    readyEarlier: ready,
    asked: [],
    followed: [],
    followedEarlier: [],
    paced,
    waited: false,
    open: reply(own, goodRequest('summary', '')).then((look) => !lockedOut(look)),
  }));
}

/**
 * Takes one reply of a group, with the control; rejects when either never came. Of one whose body broke off in the same way
 * every time the status says all that is asked of it.
 */
export function replyOf<Name extends string>(
  probed: ProbeReplies<Name>,
  name: Name,
): { probe: Exchange; control: Exchange; apart?: Exchange } {
  const probe = probed.replies.get(name);
  const apart = probed.apart?.get(name);
  if (probe === undefined) throw new Error(`no probe of the name ${name}`);
  const known = apart === undefined || apart instanceof Inconclusive ? {} : { apart };
  return { probe: answerOf(probe), control: answerOf(probed.control), ...known };
}

function answerOf(of: Reply): Exchange {
  if (!(of instanceof Inconclusive)) return of;
  const last = of.exchanges.at(-1);
  if (last && brokenAlike(of.exchanges)) return last;
  throw of;
}
