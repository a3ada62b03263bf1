import { cutOffAnswer, ENDPOINTS, flawedAnswer } from '../src/auth/endpoints.ts';
import { errorShape, insides, isRefusal } from '../src/judge/error-body.ts';
import { refusedWith429 } from '../src/judge/rate-limit.ts';
import {
  outsideSection7,
  rateLimitHeaders,
  requestIdHeaders,
  retryAfterForm,
} from '../src/judge/statuses.ts';
import type { Check, CheckContext } from '../src/vocabulary/check.ts';
import { type Exchange, header } from '../src/vocabulary/exchange.ts';
import { speaksOfLimit } from '../src/vocabulary/limit-words.ts';
import { NotApplicable } from '../src/vocabulary/undecidable.ts';
import { bursts } from './statuses/bursts.ts';

/** A refusal of each kind that costs nothing, as samples of what refusals look like. */
const samples = async (context: CheckContext) => ({
  unparsable: await cutOffAnswer(context, context.model),
  invalid: await flawedAnswer(context, context.model),
});

/** Successes of this run, if there were any, beside the samples: what headers usually come. */
async function typical(context: CheckContext): Promise<readonly Exchange[]> {
  const { unparsable, invalid } = await samples(context);
  const successes = context.ownCompletions().filter((e) => e.response?.status === 200);
  // The plainest one, whichever came first.
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

/** Section 7: the statuses of the completion endpoint, and what comes with them. */
export const checks: readonly Check[] = [
  {
    id: 'status/named',
    title: 'The completion endpoint answers with the statuses of section 7 only',
    clauses: ['7'],
    level: 'should',
    phase: 'late',
    about:
      'Looks at the statuses of all completion requests of the run. One outside the eight of section 7 warns, with the request that brought it; transient answers, and refusals of what the contract leaves open, are left aside.',
    async run(context) {
      const { unparsable, invalid } = await samples(context);
      context.held(unparsable, invalid);
      context.report(...outsideSection7(context.completionStatuses()));
    },
  },
  {
    id: 'status/error-body',
    title: 'What the body of a refusal looks like',
    clauses: ['7'],
    level: 'open',
    phase: 'late',
    about:
      'The contract does not show the shape of an error body. It is recorded for a body that cannot be parsed and for a value out of bounds, where the service refuses them.',
    async run(context) {
      const { unparsable, invalid } = await samples(context);
      const refusals = { unparsable, invalid };
      const refused = Object.entries(refusals).filter(([, exchange]) => isRefusal(exchange));
      const forms = [...context.errorForms()].sort(([a], [b]) => (a < b ? -1 : 1));
      if (refused.length === 0 && forms.length === 0)
        return new NotApplicable('no bad request was refused: there is no error body');
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
    title: 'Beyond the rate limit the status is 429',
    clauses: ['7.4', '8'],
    level: 'must',
    phase: 'late',
    about:
      'No limit is looked for. Where everything with the right key was refused alike for a while, with a status that its requests do not call for, a burst of bodies that cannot be parsed is sent to see it again, and one of usage requests where such a one met it: it fails when the answer speaks of a limit, the burst brings it back and a slow pace does not, and warns otherwise. A 429 that was met passes; where no limit was met, the check does not apply.',
    async run(context) {
      const met = context.rateLimited();
      if (met) {
        const more = speaksOfLimit(met.refused) ? await bursts(context, met.refused) : { slowly: false };
        context.report(...refusedWith429({ ...met, ...more }));
        return;
      }
      const statuses = context.completionStatuses();
      const told = statuses.get(429);
      if (!told && statuses.has(503))
        return new NotApplicable(
          '503 was met and no 429: whether it was a rate limit or an overload is not known',
        );
      if (!told)
        return new NotApplicable('no rate limit was met: the contract shows no number, and none is forced');
      context.held(told);
      return undefined;
    },
  },
  {
    id: 'status/rate-limit-headers',
    title: 'Which headers tell of rate limits',
    clauses: ['7.4', '8'],
    level: 'open',
    phase: 'late',
    about:
      'Records the names of headers that speak of rate limits, and how a 429, if one was seen, says when to return.',
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
    title: 'Which requests were answered with a server error',
    clauses: ['7'],
    level: 'open',
    phase: 'late',
    about:
      'Counts the answers of the run with a status of 500 or above, by endpoint, status and kind of request. Whether one breaks the contract is judged by the check of its request.',
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
    },
  },
  {
    id: 'status/request-id',
    title: 'Which header names the exchange',
    clauses: ['7'],
    level: 'open',
    phase: 'late',
    about: 'Records the names of headers by which an exchange can be found again in the logs of the service.',
    async run(context) {
      const seen = await typical(context);
      context.observe('request-id-headers', requestIdHeaders(seen).join(', ') || 'none', ...seen);
    },
  },
  {
    id: 'status/other-methods',
    title: 'What GET, HEAD and OPTIONS get where POST is meant',
    clauses: ['4.1'],
    level: 'open',
    profile: 'standard',
    about:
      'Sends each method to the completion path with the right key, and records the status and the Allow header.',
    async run(context) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const label = `${method} where POST is meant`;
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
