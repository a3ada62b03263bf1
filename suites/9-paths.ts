import { flawedAtAlias } from '../src/auth/alias.ts';
import { ENDPOINTS, flawedAnswer, goodRequest } from '../src/auth/endpoints.ts';
import { answersAsItself, completionsAreThere, descriptionVersion, isThere } from '../src/judge/paths.ts';
import { brokenOff, plainRow } from '../src/requests/ask.ts';
import { completion } from '../src/requests/planned.ts';
import { mayDemand } from '../src/usage/discovery/demanded.ts';
import { type UsageEndpoint, usageRequest } from '../src/usage/endpoints.ts';
import { answeringPath } from '../src/usage/history/plain-requests.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';

const usage = (['stats', 'summary', 'export'] as const).map(
  (endpoint): Check => ({
    id: `path/${endpoint}`,
    harm: 'money',
    title: `The usage ${endpoint} endpoint is at ${ENDPOINTS[endpoint]}`,
    clauses: ['9', '4'],
    level: 'must',
    phase: 'first',
    about: `Requests ${ENDPOINTS[endpoint]} with the valid key and no parameters, and with dates if that is rejected. Warns on a redirect. Fails on a rejection, a server error, a web page and a body without any usage member. Then all other checks of the endpoint are blocked.`,
    async run(context) {
      const answer = (ask: Requester) => asItself(context, ask, endpoint);
      await context.verify(answer, answersAsItself(endpoint)).catch((error: unknown) => {
        // A truncated response: the checks of bodies judge its end. Without a byte it shows nothing.
        const last = brokenOff(error);
        if (!last?.response?.body.size) throw error;
        context.held(last);
      });
    },
  }),
);

/** The response without parameters; one with dates if they are required. */
async function asItself(context: CheckContext, ask: Requester, endpoint: UsageEndpoint) {
  const plain = await ask.send(goodRequest(endpoint, context.model));
  if (!mayDemand(plain)) return plain;
  const path = await answeringPath(context, ask, endpoint);
  return path === ENDPOINTS[endpoint] ? plain : ask.send(usageRequest(path, `the ${endpoint} of a range`));
}

/** Section 9: the paths of the endpoints. */
export const checks: readonly Check[] = [
  {
    id: 'path/completion',
    title: `Completions are at ${ENDPOINTS.completion}`,
    clauses: ['9', '4.1'],
    level: 'must',
    phase: 'first',
    about:
      'Sends an invalid completion, which costs nothing. Passes on any answer that shows the endpoint. Warns on a redirect. Fails on 404, 405, 410 and 501, unless the minimal completion succeeds there.',
    async run(context) {
      const asked = async (ask: Requester) => {
        const exchange = await flawedAnswer(ask, context.model);
        if (isThere(exchange).length === 0) return { exchange };
        return { exchange, plain: await completion(ask, plainRow(context.model)) };
      };
      await context.verify(asked, completionsAreThere);
    },
  },
  ...usage,
  {
    id: 'path/without-api',
    title: 'Completions at /v1/chat/completions too',
    clauses: ['4', '9'],
    level: 'open',
    phase: 'first',
    profile: 'standard',
    about:
      'Sends an invalid completion without the /api prefix, as in one published variant. Records the status.',
    async run(context) {
      const answer = await flawedAtAlias(context, context.model);
      const absent = isThere(answer).length > 0;
      context.observe('v1-alias', `${absent ? 'absent' : 'answers'} (${answer.response?.status})`, answer);
    },
  },
  {
    id: 'path/description',
    title: 'Machine-readable API description and its version',
    clauses: ['9'],
    level: 'open',
    phase: 'first',
    profile: 'standard',
    about: 'Requests an OpenAPI document at the two usual paths. Records its version.',
    async run(context) {
      const paths = ['/openapi.json', '/api/v1/openapi.json'];
      const answers = [];
      for (const path of paths) {
        const answer = await context.send({ method: 'GET', path, label: `a description at ${path}` });
        answers.push(answer);
        const version = descriptionVersion(answer);
        if (version === undefined) continue;
        context.observe('description', `${path}, version ${version}`, ...answers);
        return;
      }
      context.observe('description', 'none', ...answers);
    },
  },
];
