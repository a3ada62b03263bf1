import { type Asking, type Interview, Undecided } from '../../check.ts';
import { COMPLETIONS } from '../../generate/ask.ts';
import type { Exchange, RequestSpec } from '../../target/exchange.ts';
import { type Discovered, usageNames } from '../discovery/discover.ts';
import type { Query } from '../endpoints.ts';
import { minus, same } from '../measures.ts';
import { boundsOf, isShort } from './bounds.ts';
import { type Own, ownOf } from './own.ts';
import { LIVE, type LiveEndpoint, liveRange, type Reading, readLive } from './reading.ts';

/** One endpoint through the whole run. */
export interface Track {
  endpoint: LiveEndpoint;
  range: Query;
  /** Before the run's completions; the handshake's may be in it or not. */
  before: Reading;
  /** In an exclusive run: whether it stood still before. */
  stillBefore: boolean;
  /** When the completions of the run were in it, or when waiting for them ended. */
  afterRun: Reading;
  /** The same for the second round; absent where none was sent. */
  afterRound: Reading | undefined;
  /** The last reading of all. */
  last: Reading;
  /** Whether a completion that was sent later was counted, and it stood still for the settle time then. */
  settled: boolean;
  /** Milliseconds from the end of the run's last completion until all were in; undefined when they never were. */
  lagMs: number | undefined;
}

/** Everything that accounting is judged by. */
export interface Accounts {
  tracks: Track[];
  /** Endpoints that could not be followed, and why. */
  leftOut: { endpoint: LiveEndpoint; error: Undecided }[];
  run: Own[];
  round: Own[];
  sentinel: Own[];
}

/** How an endpoint stood before anything was billed. */
export interface Baseline {
  found: Discovered;
  before: Partial<Record<LiveEndpoint, { range: Query; reading: Reading; still: boolean }>>;
  leftOut: Accounts['leftOut'];
}

/** Reads all three endpoints before the run's completions; an exclusive run also waits to see that they stand still. */
export async function baseline(t: Interview): Promise<Baseline> {
  const found = await usageNames(t);
  return t.shared('accounting/baseline', async (ask) => {
    const result: Baseline = { found, before: {}, leftOut: [] };
    for (const endpoint of LIVE) {
      try {
        const range = await liveRange(ask, found, endpoint);
        const reading = await readLive(ask, found, endpoint, range);
        result.before[endpoint] = { range, reading, still: false };
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
        result.leftOut.push({ endpoint, error });
      }
    }
    if (!t.settings.exclusive) return result;
    await t.clock.sleep(t.settings.settleMs);
    for (const endpoint of LIVE) {
      const earlier = result.before[endpoint];
      if (!earlier) continue;
      const reading = await readLive(ask, found, endpoint, earlier.range);
      result.before[endpoint] = { ...earlier, reading, still: same(reading.totals, earlier.reading.totals) };
    }
    return result;
  });
}

/** Follows the totals after the run's completions, once a run. */
export async function accounts(t: Interview): Promise<Accounts> {
  const start = await baseline(t);
  return t.shared('accounting/rounds', (ask) => follow(t, ask, start));
}

/** The same totals read once more, for a breach that is to be confirmed. */
export async function accountsAgain(t: Interview, ask: Asking): Promise<Accounts> {
  const first = await accounts(t);
  if (ask.round === 1) return first;
  const { found } = await baseline(t);
  return ask.shared('accounting/again', async (asking) => {
    await t.clock.sleep(Math.min(t.settings.settleMs, 5_000));
    const tracks: Track[] = [];
    for (const track of first.tracks) {
      tracks.push({ ...track, last: await readLive(asking, found, track.endpoint, track.range) });
    }
    return { ...first, tracks };
  });
}

async function follow(t: Interview, ask: Asking, { found, before, leftOut }: Baseline): Promise<Accounts> {
  const read = (o: readonly Exchange[]) => o.map((exchange) => ownOf(exchange, t.reasoningModel));
  const result: Accounts = {
    tracks: [],
    leftOut: [...leftOut],
    run: read(t.ownCompletions()),
    round: [],
    sentinel: [],
  };
  const deadline = t.settings.settleDeadlineMs;
  const watch = (since: (track: Track) => Reading, own: (track: Track) => readonly Own[], started: number) =>
    settle(t, ask, found, result, { since, own, until: started + deadline });
  for (const endpoint of LIVE) {
    const known = before[endpoint];
    if (!known) continue;
    const { range, reading, still } = known;
    const base = { afterRound: undefined, settled: false, lagMs: undefined };
    result.tracks.push({
      endpoint,
      range,
      before: reading,
      stillBefore: still,
      afterRun: reading,
      last: reading,
      ...base,
    });
  }
  const ended = Math.max(0, ...result.run.map((o) => endOf(o.exchange)));
  await watch(
    (track) => track.before,
    (track) => since(result.run, track.before),
    ended,
  );
  for (const track of result.tracks) {
    track.afterRun = track.last;
    if (!isShort(grown(track), boundsOf(since(result.run, track.before)))) {
      track.lagMs = Math.max(0, track.last.exchange.startedAt - ended);
    }
  }
  if (t.settings.profile !== 'smoke' && result.tracks.length > 0) {
    const sent = t.ownCompletions().length;
    await Promise.all(ROUND(t.model).map((spec) => quietly(ask.send(spec))));
    result.round = read(t.ownCompletions().slice(sent));
    const last = Math.max(ended, ...result.round.map((o) => endOf(o.exchange)));
    await watch(
      (track) => track.afterRun,
      () => result.round,
      last,
    );
    for (const track of result.tracks) track.afterRound = track.last;
  }
  const short = result.tracks.filter((track) => isShort(grown(track), boundsOf(all(result, track))));
  if (short.length > 0) await sendLater(t, ask, found, result, short);
  return result;
}

/** Sends one more completion, waits until it is counted, and then for stillness: what is missing then stays missing. */
async function sendLater(
  t: Interview,
  ask: Asking,
  found: Discovered,
  result: Accounts,
  short: readonly Track[],
): Promise<void> {
  const earlier = new Map(short.map((track) => [track, track.last]));
  const sent = t.ownCompletions().length;
  await quietly(ask.send(sentinel(t.model)));
  const own = t.ownCompletions().slice(sent);
  result.sentinel = own.map((exchange) => ownOf(exchange, t.reasoningModel));
  const counted = result.sentinel.find((o) => o.outcome === 'success');
  if (!counted) return;
  const until = endOf(counted.exchange) + t.settings.settleDeadlineMs;
  for (const track of short) {
    const from = earlier.get(track)!;
    for (let pause = 500; ; pause = Math.min(pause * 2, 8_000)) {
      track.last = await readLive(ask, found, track.endpoint, track.range);
      if (!same(track.last.totals, from.totals)) break;
      if (track.last.exchange.startedAt + pause > until) break;
      await t.clock.sleep(pause);
    }
    if (same(track.last.totals, from.totals)) continue;
    for (;;) {
      await t.clock.sleep(t.settings.settleMs);
      const again = await readLive(ask, found, track.endpoint, track.range);
      track.settled = same(again.totals, track.last.totals);
      track.last = again;
      if (track.settled || again.exchange.startedAt + t.settings.settleMs > until) break;
    }
  }
}

interface Waiting {
  since(track: Track): Reading;
  own(track: Track): readonly Own[];
  /** Epoch milliseconds of the run's clock. */
  until: number;
}

/** Polls, ever slower, until nothing of ours is missing, or nothing has moved for the settle time, or the deadline. */
async function settle(
  t: Interview,
  ask: Asking,
  found: Discovered,
  result: Accounts,
  waiting: Waiting,
): Promise<void> {
  let waits = result.tracks.map((track) => ({ track, from: waiting.since(track), moved: 0 }));
  for (let pause = 500; waits.length > 0; pause = Math.min(pause * 2, 8_000)) {
    const left: typeof waits = [];
    for (const wait of waits) {
      const { track, from } = wait;
      const reading = await readLive(ask, found, track.endpoint, track.range);
      const now = reading.exchange.startedAt;
      if (wait.moved === 0 || !same(reading.totals, track.last.totals)) wait.moved = now;
      track.last = reading;
      const growth = minus(reading.totals, from.totals);
      const stuck = now - wait.moved >= t.settings.settleMs;
      if (isShort(growth, boundsOf(waiting.own(track))) && !stuck && now + pause <= waiting.until)
        left.push(wait);
    }
    waits = left;
    if (waits.length > 0) await t.clock.sleep(pause);
  }
}

export const grown = (track: Track) => minus(track.last.totals, track.before.totals);

/** Completions that began after a reading: those before may be in it or not. */
export function since(own: readonly Own[], reading: Reading): Own[] {
  return own.filter((o) => o.exchange.startedAt > reading.exchange.startedAt);
}

/** Completions whose count in a reading is not known: they ended before it, and counting may lag. */
export function uncertain({ run }: Accounts, track: Track): Own[] {
  return run.filter((o) => o.exchange.startedAt <= track.before.exchange.startedAt);
}

/** All completions that an endpoint's growth must show. */
export function all({ run, round, sentinel: last }: Accounts, track: Track): Own[] {
  return [...since(run, track.before), ...round, ...last];
}

/** A completion that stays without an answer is no reason to judge nothing: what was sent counts, not what came. */
async function quietly(sending: Promise<unknown>): Promise<void> {
  await sending.catch((error: unknown) => {
    if (!(error instanceof Undecided)) throw error;
  });
}

const endOf = (exchange: Exchange) => exchange.startedAt + exchange.timing.endMs;

const post = (label: string, tokens: number, body: Record<string, unknown>): RequestSpec => ({
  method: 'POST',
  path: COMPLETIONS,
  label,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ ...body, max_tokens: tokens }),
  billable: { tokens, choices: Number(body.n ?? 1) },
});

const say = (text: string) => [{ role: 'user', content: text }];

/** Sent at once. Prompts of different lengths, so that what is missing tells which one it was. */
const ROUND = (model: string): RequestSpec[] => [
  post('one of four at once', 4, { model, messages: say('Say hello.') }),
  post('one of four at once, streamed', 4, {
    model,
    messages: say('Say hello to the whole world.'),
    stream: true,
  }),
  post('one of four at once, two choices', 4, {
    model,
    messages: say('Say hello to all of your friends over there.'),
    n: 2,
  }),
  post('one of four at once', 4, {
    model,
    messages: say('Say hello, and then say it again, a little louder than you did before.'),
  }),
];

const sentinel = (model: string): RequestSpec =>
  post('a later completion', 4, {
    model,
    messages: say('Say goodbye to everyone who came here today, one after the other, please.'),
  });
