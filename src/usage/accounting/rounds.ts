import { type Asking, type Interview, Undecided } from '../../check.ts';
import { jsonPost } from '../../generate/send.ts';
import type { Exchange, RequestSpec } from '../../target/exchange.ts';
import { type Baseline, baseline } from './baseline.ts';
import { boundsOf, isShort } from './bounds.ts';
import { ownOf } from './own.ts';
import { LIVE, readLive } from './reading.ts';
import { settle, settleLater } from './settle.ts';
import { type Accounts, all, endOf, grown, since, type Track } from './tracks.ts';

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

async function follow(t: Interview, ask: Asking, start: Baseline): Promise<Accounts> {
  const { found } = start;
  const read = (sent: readonly Exchange[]) => sent.map((exchange) => ownOf(exchange, t.reasoningModel));
  const run = read(t.ownCompletions());
  const result: Accounts = {
    tracks: begin(start),
    leftOut: [...start.leftOut],
    run,
    round: [],
    sentinel: [],
  };
  const { tracks } = result;
  const deadline = t.settings.settleDeadlineMs;
  const ended = Math.max(0, ...run.map(endOf));
  const own = (track: Track) => since(run, track.before);
  await settle(t, ask, found, { tracks, from: (track) => track.before.totals, own, until: ended + deadline });
  for (const track of tracks) {
    track.afterRun = track.last;
    const missing = isShort(grown(track), boundsOf(own(track)));
    if (!missing) track.lagMs = Math.max(0, track.last.exchange.startedAt - ended);
  }
  if (t.settings.profile !== 'smoke' && tracks.length > 0) {
    result.round = read(await send(t, ask, ROUND(t.model)));
    const until = Math.max(ended, ...result.round.map(endOf)) + deadline;
    await settle(t, ask, found, {
      tracks,
      from: (track) => track.afterRun.totals,
      own: () => result.round,
      until,
    });
    for (const track of tracks) track.afterRound = track.last;
  }
  if (!tracks.some((track) => isShort(grown(track), boundsOf(all(result, track))))) return result;
  // One after the other: completions that are sent at once may be what gets lost.
  for (const spec of SENTINEL(t.model)) result.sentinel.push(...read(await send(t, ask, [spec])));
  const until = Math.max(ended, ...result.sentinel.map(endOf)) + deadline;
  for (const track of tracks) await settleLater(t, ask, found, track, result.sentinel, until);
  return result;
}

function begin({ before }: Baseline): Track[] {
  return LIVE.flatMap((endpoint) => {
    const known = before[endpoint];
    if (!known) return [];
    const { range, reading, still } = known;
    const open = { afterRound: undefined, settled: false, lagMs: undefined };
    return [
      { endpoint, range, before: reading, stillBefore: still, afterRun: reading, last: reading, ...open },
    ];
  });
}

/**
 * Sends completions at once and gives all that went out for them. One that stays without an answer is no reason to
 * judge nothing: what was sent counts, not what came.
 */
async function send(t: Interview, ask: Asking, specs: readonly RequestSpec[]): Promise<Exchange[]> {
  const before = t.ownCompletions().length;
  const quietly = (error: unknown) => {
    if (!(error instanceof Undecided)) throw error;
  };
  await Promise.all(specs.map((spec) => ask.send(spec).catch(quietly)));
  return t.ownCompletions().slice(before);
}

function say(
  model: string,
  label: string,
  text: string,
  more: { stream?: boolean; n?: number } = {},
): RequestSpec {
  const body = { model, messages: [{ role: 'user', content: text }], max_tokens: 4, ...more };
  return { ...jsonPost(label, body), billable: { tokens: 4, choices: more.n ?? 1 } };
}

/** Sent at once. Prompts of different lengths, so that what is missing tells which one it was. */
const ROUND = (model: string): RequestSpec[] => [
  say(model, 'one of four at once', 'Say hello.'),
  say(model, 'one of four at once, streamed', 'Say hello to the whole world.', { stream: true }),
  say(model, 'one of four at once, two choices', 'Say hello to all of your friends over there.', { n: 2 }),
  say(
    model,
    'one of four at once, long',
    'Say hello, and then say it again, a little louder than you did before.',
  ),
];

/** Sent after everything else, streamed and not, as a service may count only one of both. */
const SENTINEL = (model: string): RequestSpec[] => [
  say(
    model,
    'a later completion',
    'Say goodbye to everyone who came here today, one after the other, please, and take your time for it.',
  ),
  say(
    model,
    'a later completion, streamed',
    'Say goodbye to all who came, then close the door behind them, turn off the lights, lock up and go home yourself.',
    { stream: true },
  ),
];
