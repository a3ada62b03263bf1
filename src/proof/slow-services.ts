import type { Change } from '../../reference/src/behaviour.ts';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import type { Reply, ServiceRequest } from '../../reference/src/message.ts';
import type { Refusal } from '../../reference/src/refusal.ts';
import type { Trial } from './against.ts';

/** A service that makes a run slow. */
type SlowService = Pick<Trial, 'changes' | 'service' | 'network'>;

/** Rejects requests for which `isTooMuch` is true, in the words of a rate limiter. */
const limiter =
  (isTooMuch: (request: ServiceRequest) => boolean, refusal: Refusal): Change =>
  (before) => ({
    admit: (made, request) => (isTooMuch(request) ? refusal : before.admit(made, request)),
  });

const LIMITED: Refusal = { reason: 'rate-limit', message: 'Rate limit reached.' };

/** Handles so many requests at a time, each in so many milliseconds. */
function atATime(most: number, ms: number): Change {
  let ends: number[] = [];
  const isTooMuch = ({ receivedAt }: ServiceRequest) => {
    ends = ends.filter((end) => end > receivedAt);
    if (ends.length >= most) return true;
    ends.push(receivedAt + ms);
    return false;
  };
  const limit = limiter(isTooMuch, LIMITED);
  return (before) => ({ ...limit(before), latencyMs: (request) => before.latencyMs(request) + ms });
}

/** A token bucket of so many requests per second and so many at once, as in nginx. */
function bucket(perSecond: number, burst: number): (request: ServiceRequest) => boolean {
  let tokens = burst;
  let at: number | undefined;
  return ({ receivedAt }) => {
    tokens = Math.min(burst, tokens + ((receivedAt - (at ?? receivedAt)) / 1000) * perSecond);
    at = receivedAt;
    if (tokens < 1) return true;
    tokens -= 1;
    return false;
  };
}

/** The default response of nginx's `limit_req`. */
const NGINX_PAGE =
  '<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

function nginx(perSecond: number, burst: number): Change {
  const limit = limiter(bucket(perSecond, burst), { ...LIMITED, message: 'nginx' });
  return (before) => ({
    ...limit(before),
    status: (refusal, request) => (refusal.reason === 'rate-limit' ? 503 : before.status(refusal, request)),
    errorBody: (refusal, request) =>
      refusal.reason === 'rate-limit'
        ? { contentType: 'text/html', text: NGINX_PAGE }
        : before.errorBody(refusal, request),
  });
}

/** A key with an empty wallet meets a rate limit that never ends. */
const walletLimited: Change = (before) => ({
  status: (refusal, request) => (refusal.reason === 'no-balance' ? 429 : before.status(refusal, request)),
  errorBody: (refusal, request) =>
    before.errorBody(refusal.reason === 'no-balance' ? LIMITED : refusal, request),
});

/** Caches the summary for a minute. */
const summaryRemembered: Change = (before) => {
  const known = new Map<string, { at: number; reply: Reply }>();
  return {
    reply(reply, request) {
      const made = before.reply(reply, request);
      if (request.endpoint !== 'summary' || made.status !== 200) return made;
      const question = `${request.account?.key}?${request.query}`;
      const last = known.get(question);
      if (last && request.receivedAt - last.at < 60_000) return last.reply;
      known.set(question, { at: request.receivedAt, reply: made });
      return made;
    },
  };
};

/** Sums of tokens in millions: the usage of a run is too small to be noticed. */
const roundedSums: Change = (before) => ({
  summary(json, query, request) {
    const made = before.summary(json, query, request) as Record<string, unknown>;
    const rounded = Object.entries(made).map(([name, value]) => [
      name,
      name.endsWith('_tokens') ? Math.round(Number(value) / 1e6) * 1e6 : value,
    ]);
    return Object.fromEntries(rounded);
  },
});

/** A proxy answers every schema violation with 504, a second later. */
const timedOutBehindProxy: Change = (before) => {
  const late = new WeakSet<ServiceRequest>();
  return {
    status(refusal, request) {
      if (refusal.reason !== 'invalid') return before.status(refusal, request);
      late.add(request);
      return 504;
    },
    latencyMs: (request) => before.latencyMs(request) + (late.has(request) ? 1_000 : 0),
  };
};

/** A body that is not JSON is never answered. */
const unparsableUnanswered: Change = (before) => {
  const unparsable = new WeakSet<ServiceRequest>();
  return {
    status(refusal, request) {
      if (refusal.reason === 'unparsable') unparsable.add(request);
      return before.status(refusal, request);
    },
    wire: (reply, request, outgoing, incoming) =>
      unparsable.has(request) || before.wire(reply, request, outgoing, incoming),
  };
};

const changesOf = (id: string): Change[] => {
  const found = findDeviation(id);
  return found ? [found.change] : [];
};

/** Faults of a service with usage that is not visible at once, including the start date of the summary. */
const EIGHT = [
  'usage/summary-start-late',
  'request/temperature-below-500',
  'completion/max-tokens-ignored',
  'stream/finish-never',
  'usage/page-size-rounded',
  'usage/export-days-off',
  'error/html',
  'usage/stats-limit-negative-500',
].flatMap(changesOf);

/** Services that are slow, limited or broken so that a run waits for them, as their names say. */
export const SLOW_SERVICES: Readonly<Record<string, () => SlowService>> = {
  'two at a time': () => ({ changes: [atATime(2, 25)] }),
  'usage endpoints 4 a second': () => {
    const isFull = bucket(4, 4);
    return {
      changes: [limiter((request) => request.endpoint !== 'completions' && isFull(request), LIMITED)],
    };
  },
  'summary remembered for a minute': () => ({ changes: [summaryRemembered] }),
  '3 a second': () => ({ changes: [], service: { rateLimit: { requests: 3, perMs: 1_000 } } }),
  '1.5 s to every answer': () => ({ changes: [], service: { latencyMs: 1_500 } }),
  '1.5 s and eight faults': () => ({ changes: EIGHT, service: { latencyMs: 1_500 } }),
  '2 s to every answer, booked after 15 s': () => ({
    changes: [() => ({ lagMs: () => 15_000 })],
    service: { latencyMs: 2_000 },
  }),
  'booked after 15 s, input of tools lost': () => ({
    changes: [() => ({ lagMs: () => 15_000 }), ...changesOf('accounting/tools-input-lost')],
  }),
  'an empty wallet is limited for ever': () => ({ changes: [walletLimited] }),
  'growth vanishes in rounding': () => ({ changes: [roundedSums] }),
  'unparsable bodies never answered': () => ({ changes: [unparsableUnanswered], network: true }),
  'invalid bodies get 504 after 1 s': () => ({ changes: [timedOutBehindProxy] }),
  'limiter says 503': () => ({ changes: [nginx(10, 10)] }),
  'limiter says 429': () => ({ changes: [limiter(bucket(10, 10), LIMITED)] }),
};
