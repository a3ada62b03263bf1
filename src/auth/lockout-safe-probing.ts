import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import { attempt, Inconclusive, NotApplicable } from '../vocabulary/undecidable.ts';
import { goodRequest } from './endpoints.ts';

const TURNS = answerKey<Turns>('auth/turns');

/** Between two probes. Milliseconds. */
const PACE_MS = 50;

/** The replies to the probes of a group, and to the valid key after them. */
export interface ProbeReplies<Name extends string> {
  replies: ReadonlyMap<Name, Reply>;
  /** The same request with the valid key, sent afterwards. */
  control: Reply;
  /** The accepted probes, repeated on separate connections. */
  apart?: ReadonlyMap<Name, Reply>;
}

/** A group of probes, and the request with the valid key that follows them. */
export interface ProbedGroup<Name extends string> {
  replies: ProbeReplies<Name>['replies'];
  apart?: ReadonlyMap<Name, Reply>;
  control(): Promise<Reply>;
}

/**
 * When a group is sent: together with the others of its batch, and after its own preparatory requests with the
 * valid key.
 */
export interface Turn {
  name: string;
  batch?: string;
  prepare?: (own: Requester) => Promise<unknown>;
}

/** The current turn, and whether the run has already waited for the end of a lock-out. */
export interface Turns {
  /** The groups that are sent now, their earliest time, and that of the previous groups. */
  batch: string | undefined;
  ready: Promise<unknown>;
  readyEarlier: Promise<unknown>;
  /** All probes have responses. */
  asked: Promise<unknown>[];
  /**
   * The valid key was sent after these probes and all earlier ones. A lock-out that it met is over or was waited
   * for.
   */
  followed: Promise<unknown>[];
  followedEarlier: Promise<unknown>[];
  /** The last probe was sent, and the interval has passed. */
  paced: Promise<unknown>;
  waited: boolean;
  /** Whether the valid key was accepted before any invalid key was sent; later looks are compared with this. */
  open: Promise<boolean>;
  /** The last lock-out, and whether it is known to be over. */
  lock?: { answer: Reply; over: boolean };
  /** Why even the valid key got no decisive response. Later groups do not wait as long again. */
  spoilt?: Inconclusive;
}

/** Intervals between requests that test whether a lock-out is over. */
const LOOKS_MS = [10_000, 20_000, 30_000];

/**
 * Sends the groups one after the other, and those of one batch together, whichever checks request them. The valid
 * key follows each group and is sent before the probes of the next batch, which do not wait for its response. A
 * lock-out makes the groups in flight inconclusive. The run waits for its end once, so that later groups are not
 * affected. Preparatory requests of a group are sent together with the previous batch.
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
      // A lock-out may be over by now, and its rejections do not belong to these probes.
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

/** Resolves when the next probe of any group may be sent. */
export async function waitForPace(context: CheckContext, ask: Requester): Promise<void> {
  const turns = await turnsOf(ask);
  const mine = turns.paced;
  turns.paced = mine.then(() => context.clock.sleep(PACE_MS)).catch(() => {});
  await mine;
}

/** Whether the key was accepted each time and only bodies were truncated: not a lock-out. */
function letIn({ exchanges }: Inconclusive): boolean {
  return exchanges.length > 0 && exchanges.every(({ response }) => response?.status === 200);
}

/** Waits for the end of a lock-out that the valid key met, once per run. */
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
  return ask.shared(TURNS, async (own) => {
    const open = reply(own, goodRequest('summary', '')).then((look) => !lockedOut(look));
    // An interrupted run may end before a check awaits it.
    open.catch(() => {});
    return {
      batch: undefined,
      ready,
      readyEarlier: ready,
      asked: [],
      followed: [],
      followedEarlier: [],
      paced,
      waited: false,
      open,
    };
  });
}

/**
 * Takes one reply of a group, with its control; rejects if either is missing. If the body is truncated in the same
 * way each time, the status is enough.
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

/** A response, or the reason why none arrived. */
export type Reply = Exchange | Inconclusive;

/** Sends a request and returns a missing response as a value. */
export async function reply(ask: Requester, spec: RequestSpec): Promise<Reply> {
  const answer = await attempt(ask.send(spec));
  if (answer instanceof NotApplicable) throw answer;
  return answer;
}

/** The status of a reply; undefined if there is no response. */
export function status(of: Reply | undefined): number | undefined {
  return of === undefined || of instanceof Inconclusive ? undefined : of.response?.status;
}

/** Whether a reply to the valid key looks like a lock-out. */
export function lockedOut(of: Reply): boolean {
  return [401, 403, 423].includes(status(of) ?? 0);
}
