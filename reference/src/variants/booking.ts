import type { Change } from '../behaviour.ts';
import { REASONING_MODEL } from '../catalogue.ts';
import { refusalsCounted } from '../change/usage.ts';
import type { CompletionRequest } from '../completion-types.ts';
import type { Variant } from '../deviation.ts';
import type { Reply, ServiceRequest } from '../message.ts';
import type { UsageEntry } from '../usage-record.ts';
import { withoutStreamUsage } from './stream-usage.ts';
import { variants } from './variant.ts';

const MINUTE = 60_000;

const asked = ({ json }: ServiceRequest) => (json ?? {}) as Partial<CompletionRequest>;

/** Counts some completions later than all others. */
const later =
  (ms: number, which: (entry: UsageEntry, request: ServiceRequest) => boolean): Change =>
  (before) => ({
    lagMs: (entry, request) => before.lagMs(entry, request) + (which(entry, request) ? ms : 0),
  });

const streamed = (_: UsageEntry, request: ServiceRequest) => asked(request).stream === true;

/** Counts what was said before without its prompt, which is booked elsewhere at another rate. */
const cachedApart: Change = (before) => {
  const seen = new Set<string>();
  return {
    account: (entry, origin, request) => {
      const { model, messages, tools } = asked(request);
      const prompt = JSON.stringify([model, messages, tools]);
      const known = seen.has(prompt);
      seen.add(prompt);
      return before.account(known ? { ...entry, inputTokens: 0 } : entry, origin, request);
    },
  };
};

/** Counts in batches, longer apart than totals are waited for that were seen to move. */
const bookedInBatches: Change = (before) => {
  const [period, phase] = [45_000, 2_250];
  return {
    ...withoutStreamUsage(before),
    lagMs: ({ at }) => period - ((at - phase) % period),
    latencyMs: (request) => before.latencyMs(request) + (request.endpoint === 'completions' ? 400 : 0),
  };
};

/** Answers each question of the usage endpoints for a while as it did first, as caches do. */
const remembered =
  (ms: number): Change =>
  (before) => {
    const first = new Map<string, { at: number; reply: Reply }>();
    return {
      reply(reply, request) {
        const made = before.reply(reply, request);
        const { account, path, query, receivedAt } = request;
        const isUsage = request.endpoint !== undefined && request.endpoint !== 'completions';
        if (!isUsage || made.status !== 200 || !(made.body instanceof Uint8Array)) return made;
        const question = `${account?.key} ${request.method} ${path}?${query}`;
        const known = first.get(question);
        if (known && receivedAt - known.at < ms) return known.reply;
        first.set(question, { at: receivedAt, reply: made });
        return made;
      },
    };
  };

const UNDECIDED = { undecided: ['accounting/*'] };
/** So is a whole kind; if a run sends ten of it and all are late at the deadline, that is a warning. */
const lateKind = (check: string) => ({ ...UNDECIDED, mayWarn: [check] });

/** When, and under what, completions are counted (4.2). */
export const booking: readonly Variant[] = [
  ...variants('lag', [
    [
      'usage/streams-two-minutes-later',
      '4.2',
      'streams are counted two minutes late',
      later(2 * MINUTE, streamed),
      lateKind('accounting/streamed'),
    ],
    [
      'usage/streams-five-minutes-later',
      '4.2',
      'streams are counted five minutes late',
      later(5 * MINUTE, streamed),
      lateKind('accounting/streamed'),
    ],
    [
      'usage/reasoning-five-minutes-later',
      '4.2',
      'completions of the reasoning model are counted five minutes late',
      later(5 * MINUTE, ({ model }) => model === REASONING_MODEL),
      lateKind('accounting/reasoning'),
    ],
    [
      'usage/tools-two-minutes-later',
      '4.2',
      'completions with tools are counted two minutes late',
      later(2 * MINUTE, (_, request) => asked(request).tools !== undefined),
      lateKind('accounting/tool-call'),
    ],
    [
      'usage/choices-two-minutes-later',
      '4.2',
      'completions with several choices are counted two minutes late',
      later(2 * MINUTE, (_, request) => Number(asked(request).n ?? 1) > 1),
      lateKind('accounting/multi-choice'),
    ],
    [
      'usage/one-late',
      '4.2',
      'one completion of the run is counted ninety seconds late',
      () => ({ lagMs: (_, request) => (request.service.count('booked') === 12 ? 90_000 : 0) }),
      UNDECIDED,
    ],
    [
      'usage/quarter-late',
      '4.2',
      'one of four completions is counted a hundred seconds late',
      () => ({ lagMs: (_, request) => (request.service.count('booked') % 4 === 1 ? 100_000 : 0) }),
      UNDECIDED,
    ],
    [
      'usage/fifth-late-behind-refusals',
      '4.2',
      'one of five completions is counted a hundred seconds late, rejected ones count as requests, and streams report no usage',
      (before) => ({
        ...refusalsCounted(0)(before),
        ...withoutStreamUsage(before),
        lagMs: (entry, request) =>
          before.lagMs(entry, request) + (request.service.count('booked') % 5 === 2 ? 100_000 : 0),
      }),
      { ...UNDECIDED, against: ['refusals-counted', 'stream-usage'] },
    ],
    [
      'usage/booked-every-minute',
      '4.2',
      'completions are counted at each full minute',
      () => ({ lagMs: (entry) => MINUTE - (entry.at % MINUTE) }),
      // Beside a rate limit no two completions of a kind are ten seconds apart and counted before the time is up.
      { undecided: ['accounting/*'] },
    ],
    [
      'usage/booked-every-45-seconds',
      '4.2',
      'completions are counted every 45 seconds, and streams report no usage',
      bookedInBatches,
      { undecided: ['accounting/*'], against: ['latency', 'stream-usage', 'load'] },
    ],
  ]),
  ...variants('cached-input', [
    ['usage/cached-input-apart', '1', 'cached input tokens are recorded separately', cachedApart, UNDECIDED],
  ]),
  ...variants('remembered', [
    [
      'usage/remembered-for-a-minute',
      '4.2',
      'responses of the usage endpoints are cached for a minute',
      remembered(MINUTE),
      UNDECIDED,
    ],
    [
      'usage/remembered-for-five-minutes',
      '4.2',
      'responses of the usage endpoints are cached for five minutes',
      remembered(5 * MINUTE),
      UNDECIDED,
    ],
  ]),
  ...variants('day-change', [
    [
      'usage/day-changes-meanwhile',
      '4.2',
      'the day changes during the run',
      (before) => ({
        dayOffsetMinutes: 719,
        latencyMs: (request) => before.latencyMs(request) + (request.endpoint === 'completions' ? 4_000 : 0),
      }),
      { against: ['latency', 'usage-day', 'load'] },
    ],
  ]),
];
