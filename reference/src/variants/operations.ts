import type { Change } from '../behaviour.ts';
import { REASONING_MODEL, SECOND_MODEL } from '../catalogue.ts';
import { refusalsCounted } from '../change/usage.ts';
import type { Variant } from '../deviation.ts';
import type { ServiceRequest } from '../message.ts';
import { traffic } from './traffic.ts';
import { variants } from './variant.ts';

const none: Change = () => ({});

const lag =
  (ms: number): Change =>
  () => ({ lagMs: () => ms });

/** Bears four requests at a time, each for 0.4 s, and is overloaded by more. */
const fourAtATime: Change = (before) => {
  const [most, ms] = [4, 400];
  let ends: number[] = [];
  return {
    latencyMs: (request) => before.latencyMs(request) + ms,
    admit(refusal, request) {
      const { receivedAt } = request;
      ends = ends.filter((end) => end > receivedAt);
      if (ends.length >= most)
        return { reason: 'overload', message: 'Too many requests at a time.', retryAfterSeconds: 1 };
      ends.push(receivedAt + ms);
      return before.admit(refusal, request);
    },
  };
};

const PAGE =
  '<html><head><title>503 Service Temporarily Unavailable</title></head><body><h1>503 Service Temporarily Unavailable</h1></body></html>';

/** Beyond the rate limit a proxy answers with its page, and does not say when to come back. */
const limiterPage: Change = (before) => ({
  status: (refusal, request) => (refusal.reason === 'rate-limit' ? 503 : before.status(refusal, request)),
  errorHeaders: (refusal, request) =>
    refusal.reason === 'rate-limit' ? [] : before.errorHeaders(refusal, request),
  errorBody: (refusal, request) =>
    refusal.reason === 'rate-limit'
      ? { contentType: 'text/html', text: PAGE }
      : before.errorBody(refusal, request),
});

/** Trouble passes: three attempts of one request get it at most. */
const isRejectedSeldom = ({ service, path, query, body }: ServiceRequest): boolean =>
  service.count(`rejected ${path}?${query} ${Buffer.from(body).toString('latin1')}`) < 3;

/** Every so many requests meet trouble that passes. */
const sporadic =
  (every: number, reason: 'overload' | 'rate-limit', retryAfterSeconds?: number): Change =>
  (before) => ({
    admit: (refusal, request) =>
      request.service.count('admitted') % every === every - 1 && isRejectedSeldom(request)
        ? {
            reason,
            message: 'Come back later.',
            ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
          }
        : before.admit(refusal, request),
  });

/** Time, load and history. */
export const operations: readonly Variant[] = [
  ...variants('latency', [
    ['service/slow', '1', 'every response takes three seconds', () => ({ latencyMs: () => 3000 })],
    [
      'service/uneven',
      '1',
      'responses take up to two seconds',
      () => ({ latencyMs: (request) => request.service.random() * 2000 }),
    ],
  ]),
  ...variants('models', [
    [
      'service/three-models',
      '2.1',
      'the run names two more models, one of which reasons',
      none,
      { settings: { otherModels: [SECOND_MODEL, REASONING_MODEL] } },
    ],
  ]),
  ...variants('lag', [
    ['usage/lags-2-seconds', '4.2', 'usage is visible after two seconds', lag(2000)],
    ['usage/lags-20-seconds', '4.2', 'usage is visible after twenty seconds', lag(20_000)],
    [
      'usage/lags-unevenly',
      '4.2',
      'usage is visible after up to ten seconds',
      () => ({ lagMs: (_, request) => request.service.random() * 10_000 }),
    ],
    [
      'usage/lags-an-hour',
      '4.2',
      'usage is visible after an hour',
      lag(3_600_000),
      { undecided: ['accounting/*'] },
    ],
  ]),
  ...traffic,
  ...variants('load', [
    ['service/sporadic-503', '7.4', 'one of twenty requests gets 503', sporadic(20, 'overload', 1)],
    [
      'service/sporadic-503-silent',
      '7.4',
      'one of fifteen requests gets 503, without Retry-After',
      sporadic(15, 'overload'),
    ],
    ['service/four-at-a-time', '7.4', 'more than four concurrent requests get 503', fourAtATime],
    [
      'service/sporadic-429',
      '7.4',
      'one of twenty requests gets 429, without Retry-After',
      sporadic(20, 'rate-limit'),
    ],
    [
      'service/rate-limit',
      '7.4',
      'the rate limit is forty requests per twenty seconds',
      none,
      { service: { rateLimit: { requests: 40, perMs: 20_000 } }, against: ['latency'] },
    ],
    [
      'service/rate-limit-tight',
      '7.4',
      'the rate limit is five requests per second',
      none,
      { service: { rateLimit: { requests: 5, perMs: 1_000 } }, against: ['latency'] },
    ],
    [
      'service/limiter-page-503',
      '7.4',
      'a proxy in front answers more than twenty requests a second with its page of 503',
      limiterPage,
      { service: { rateLimit: { requests: 20, perMs: 1_000 } }, against: ['latency', 'error-body'] },
    ],
    [
      'stream/error-now-and-then',
      '6',
      'one of seven streams contains only an overload error',
      (before) => {
        let streamsSoFar = 0;
        return {
          payloads: (all, request) => {
            const made = before.payloads(all, request);
            streamsSoFar += 1;
            if (streamsSoFar % 7 !== 3) return made;
            return ['{"error":{"message":"overloaded","type":"overloaded_error","code":"503"}}', '[DONE]'];
          },
        };
      },
    ],
  ]),
  ...variants('empty-wallet', [
    [
      'billing/put-off-for-ever',
      '7.4',
      'a key with an empty wallet always gets a retryable error',
      (before) => ({
        status: (refusal, request) =>
          refusal.reason === 'no-balance' ? 429 : before.status(refusal, request),
      }),
      { undecided: ['billing/*'] },
    ],
    [
      'billing/checked-first',
      '7.2',
      'the balance is checked before the request',
      (before) => ({
        steps: (request) => {
          const steps = before.steps(request).filter((step) => step !== 'balance');
          return steps.flatMap((step) => (step === 'authenticate' ? [step, 'balance' as const] : [step]));
        },
      }),
    ],
  ]),
  ...variants('history', [
    ['usage/no-history', '2.8', 'the organization has no history', none, { service: { records: 0 } }],
    [
      'usage/one-record',
      '2.8',
      'the history has one record',
      none,
      {
        service: { records: 1 },
        // A single record cannot show which parameter is which filter.
        undecided: ['usage/stats-filter*'],
      },
    ],
    ['usage/100-records', '4.2', 'the history has exactly 100 records', none, { service: { records: 100 } }],
    ['usage/101-records', '4.2', 'the history has 101 records', none, { service: { records: 101 } }],
    ['usage/5000-records', '4.2', 'the history has 5,000 records', none, { service: { records: 5000 } }],
  ]),
  ...variants('refusals-counted', [
    [
      'usage/refusals-counted',
      '4.2',
      'rejected completions count as requests',
      refusalsCounted(0),
      { undecided: ['accounting/*'] },
    ],
  ]),
  ...variants('choices-as-requests', [
    [
      'usage/choices-as-requests',
      '4.2',
      'each choice counts as a request',
      (before) => ({
        account: (entry, origin, request) =>
          before.account({ ...entry, requests: origin.choices }, origin, request),
      }),
    ],
  ]),
];

/** For a minute after ten invalid keys, all keys are rejected. */
const locking: Change = (before) => {
  let bad: number[] = [];
  let until = 0;
  return {
    authenticate: (found, request, accounts) => {
      const now = request.receivedAt;
      if (now < until) return undefined;
      const account = before.authenticate(found, request, accounts);
      bad = bad.filter((at) => now - at < 60_000);
      if (!account && bad.push(now) >= 10) until = now + 60_000;
      return account;
    },
    status: (refusal, request) => (request.receivedAt < until ? 403 : before.status(refusal, request)),
  };
};

/** Protection against guessing of keys. */
export const locks: readonly Variant[] = variants('lock-out', [
  [
    'auth/locked-out',
    '5.1',
    'after ten invalid keys all requests are rejected with 403 for a minute',
    locking,
    { undecided: ['auth/*', 'client/error-classes'] },
  ],
]);
