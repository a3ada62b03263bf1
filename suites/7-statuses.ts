import { cutOffAnswer, ENDPOINTS, flawedAnswer } from '../src/auth/endpoints.ts';
import { errorShape, insides, isRefusal } from '../src/judge/error-body.ts';
import { isEventStream } from '../src/judge/json-body.ts';
import { refusedWith429, showsLimit } from '../src/judge/rate-limit.ts';
import {
  outsideSection7,
  rateLimitHeaders,
  requestIdHeaders,
  retryAfterForm,
} from '../src/judge/statuses.ts';
import { asFarAsRead } from '../src/judge/stream/reading.ts';
import type { Check, CheckContext } from '../src/vocabulary/check.ts';
import { type Exchange, header } from '../src/vocabulary/exchange.ts';
import { speaksOfLimit } from '../src/vocabulary/limit-words.ts';
import { NotApplicable, whatCame } from '../src/vocabulary/undecidable.ts';
import { bursts } from './statuses/bursts.ts';

/** A free rejection of each kind, as samples. */
const samples = async (context: CheckContext) => ({
  unparsable: await cutOffAnswer(context, context.model),
  invalid: await flawedAnswer(context, context.model),
});

/** Successes of this run, if there were any, in addition to the samples: the usual headers. */
async function typical(context: CheckContext): Promise<readonly Exchange[]> {
  const { unparsable, invalid } = await samples(context);
  const successes = context.ownCompletions().filter((e) => e.response?.status === 200);
  // The minimal one, whichever ended first.
  const success = successes.find((e) => e.owner === 'completion/plain') ?? successes[0];
  return success ? [success, unparsable, invalid] : [unparsable, invalid];
}

const endpointAndStatus = ({ request, response }: Exchange) =>
  `${request.method} ${new URL(request.url).pathname} ${response?.status}`;

/** Kinds that are named; the rest is counted. */
const KINDS_AT_MOST = 12;

/** How many exchanges there are of each kind, the most frequent first: `GET /api/v1/usage/stats 500 × 3`. */
function countedBy(exchanges: readonly Exchange[], kindOf: (exchange: Exchange) => string): string {
  const kinds = [...Map.groupBy(exchanges, kindOf)].map(([kind, all]) => [kind, all.length] as const);
  kinds.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const named = kinds.slice(0, KINDS_AT_MOST).map(([kind, count]) => `${kind} × ${count}`);
  const others = kinds.length - named.length;
  return [...named, ...(others > 0 ? [`${others} other kinds`] : [])].join('; ');
}

/** The event streams among these exchanges that have an error after their start. */
async function streamsWithError(exchanges: readonly Exchange[]): Promise<Exchange[]> {
  const streams = exchanges.filter(
    (exchange) => exchange.response?.status === 200 && isEventStream(exchange),
  );
  const read = await whatCame(streams.map(asFarAsRead));
  return read.filter(({ lateError }) => lateError).map(({ exchange }) => exchange);
}

/** Section 7: the statuses of the completion endpoint, and their headers and bodies. */
export const checks: readonly Check[] = [
  {
    id: 'status/named',
    title: 'The completion endpoint uses only the statuses of section 7',
    clauses: ['7'],
    level: 'should',
    phase: 'late',
    about:
      'Reads the statuses of all completion requests. Warns on a status outside the eight of section 7, and names the request. Ignores transient answers, and rejections of values that the contract leaves open.',
    async run(context) {
      const { unparsable, invalid } = await samples(context);
      context.held(unparsable, invalid);
      context.report(...outsideSection7(context.completionStatuses()));
    },
  },
  {
    id: 'status/error-body',
    title: 'Shape of an error body',
    clauses: ['7'],
    level: 'open',
    phase: 'late',
    about:
      'Records the shape of the error bodies for malformed JSON and for a value out of bounds. The contract does not define it.',
    async run(context) {
      const { unparsable, invalid } = await samples(context);
      const refusals = { unparsable, invalid };
      const refused = Object.entries(refusals).filter(([, exchange]) => isRefusal(exchange));
      const forms = [...context.errorForms()].sort(([a], [b]) => (a < b ? -1 : 1));
      if (refused.length === 0 && forms.length === 0)
        return new NotApplicable('no invalid request was rejected');
      for (const [kind, exchange] of refused)
        context.observe(`error-body-${kind}`, errorShape(exchange), exchange);
      context.observe(
        'error-forms',
        forms.map(([form]) => form).join(', '),
        ...forms.map(([, first]) => first),
      );
      const bodies = refused.map(([, exchange]) => exchange);
      if (bodies.length === 0) return;
      const shown = [...new Set(bodies.flatMap((e) => insides(e)))];
      context.observe('error-body-shows-insides', shown.join(', ') || 'no', ...bodies);
      return undefined;
    },
  },
  {
    id: 'status/rate-limit',
    harm: 'clients',
    title: 'Rate limiting uses status 429',
    clauses: ['7.4', '8'],
    level: 'must',
    phase: 'late',
    about:
      'Does not search for a limit. If the service rejected all requests with the valid key for a while, with an unexpected status, sends a burst of malformed bodies, or of usage requests, to reproduce it. Passes if a 429 was seen. Warns if such rejections are not explained. Fails if the answer mentions a limit, the burst reproduces it and a slow pace does not. Not applicable if no limit was met.',
    async run(context) {
      const met = context.rateLimited();
      // A request that was rejected alone met no limit, unless the answer says so.
      if (met && showsLimit(met)) {
        const more = speaksOfLimit(met.refused) ? await bursts(context, met.refused) : { slowly: false };
        context.report(...refusedWith429({ ...met, ...more }));
        return;
      }
      const statuses = context.completionStatuses();
      const told = statuses.get(429);
      if (!told && statuses.has(503))
        return new NotApplicable('503 and no 429 occurred: rate limit and overload cannot be distinguished');
      if (!told) return new NotApplicable('no rate limit was met, and chatspec does not force one');
      context.held(told);
      return undefined;
    },
  },
  {
    id: 'status/rate-limit-headers',
    title: 'Rate-limit headers',
    clauses: ['7.4', '8'],
    level: 'open',
    phase: 'late',
    about: 'Records the names of rate-limit headers, and the Retry-After of a 429.',
    async run(context) {
      const seen = await typical(context);
      const limited = context.completionStatuses().get(429);
      const all = limited ? [...seen, limited] : seen;
      context.observe('rate-limit-headers', rateLimitHeaders(seen).join(', ') || 'none', ...seen);
      context.observe('retry-after', limited ? retryAfterForm(limited) : 'no 429 seen', ...all);
    },
  },
  {
    id: 'status/server-errors',
    title: 'Requests with a server error',
    clauses: ['7'],
    level: 'open',
    phase: 'after',
    about:
      'Counts the answers with status 500 or above by endpoint, status and kind of request, and the streams with an error. The check of each request judges it.',
    async run(context) {
      const errors = context.serverErrors();
      const { unparsable } = await samples(context);
      const shown = errors.length > 0 ? errors.slice(0, 12) : [unparsable];
      context.observe('server-errors', countedBy(errors, endpointAndStatus) || 'none', ...shown);
      if (errors.length > 0)
        context.observe(
          'server-error-requests',
          countedBy(errors, ({ label }) => label),
          ...shown,
        );
      const broken = await streamsWithError(context.ownCompletions());
      if (broken.length > 0)
        context.observe(
          'errors-in-streams',
          countedBy(broken, ({ label }) => label),
          ...broken.slice(0, 12),
        );
    },
  },
  {
    id: 'status/request-id',
    title: 'Header with a request id',
    clauses: ['7'],
    level: 'open',
    phase: 'late',
    about: 'Records the names of headers that identify an exchange in the logs of the service.',
    async run(context) {
      const seen = await typical(context);
      context.observe('request-id-headers', requestIdHeaders(seen).join(', ') || 'none', ...seen);
    },
  },
  {
    id: 'status/other-methods',
    title: 'Response to GET, HEAD and OPTIONS',
    clauses: ['4.1'],
    level: 'open',
    profile: 'standard',
    about:
      'Sends each method to the completion path with the valid key. Records the status and the Allow header.',
    async run(context) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const label = `${method} instead of POST`;
        const answer = await context.send({ method, path: ENDPOINTS.completion, label });
        const allow = header(answer, 'allow')
          ?.replace(/[^A-Za-z, ]/g, '?')
          .slice(0, 60);
        context.observe(
          method.toLowerCase(),
          `${answer.response?.status}${allow ? `, Allow: ${allow}` : ''}`,
          answer,
        );
      }
    },
  },
];
