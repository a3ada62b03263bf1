import type { Change } from '../../behaviour.ts';
import { REASONING_MODEL } from '../../catalogue.ts';
import { askedIn, statusFor, statusOf } from '../../change/requests.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { Endpoint, ServiceRequest } from '../../message.ts';
import { toldInStream } from '../stream/transport.ts';

const streamed = (request: ServiceRequest): boolean => askedIn(request).stream === true;

const free =
  (which: (request: ServiceRequest) => boolean): Change =>
  (before) => ({
    balance: (sufficient, request) => before.balance(sufficient, request) || which(request),
  });

/** Kinds of requests that a service may bill and check in a separate code path. */
const GUARDED: readonly (readonly [slug: string, words: string, is: (request: ServiceRequest) => boolean])[] =
  [
    ['several-choices', 'requests for several choices', (r) => Number(askedIn(r).n ?? 1) > 1],
    ['tools', 'requests with tools', (r) => askedIn(r).tools !== undefined],
    ['formats', 'requests for a response format', (r) => askedIn(r).response_format !== undefined],
    ['logprobs', 'requests for log probabilities', (r) => askedIn(r).logprobs === true],
    ['reasoning', 'the reasoning model', (r) => askedIn(r).model === REASONING_MODEL],
    ['long-limits', 'requests with a long limit', (r) => Number(askedIn(r).max_tokens ?? 0) > 200],
  ];

const NO_KEY = 'usage rejects the key too: the key may have expired';

const unrouted =
  (endpoint: Endpoint): Change =>
  (before) => ({
    route: (path, request) => {
      const found = before.route(path, request);
      return found === endpoint ? undefined : found;
    },
  });

const redirected =
  (endpoint: Endpoint): Change =>
  (before) => ({
    reply: (reply, request) => {
      const made = before.reply(reply, request);
      if (request.endpoint !== endpoint || request.path.endsWith('/')) return made;
      return {
        status: 307,
        headers: [['Location', `${request.path}/?${request.query}`]],
        body: new Uint8Array(),
      };
    },
  });

/** Money (7.2), and paths (4, 9). */
export const billing: readonly Fault[] = [
  ...faults('must', 'billing/* status/named', [
    ['billing/balance-ignored', '7.2', 'an empty wallet does not prevent completions', free(() => true)],
    [
      'billing/balance-ignored-for-streams',
      '7.2',
      'an empty wallet does not prevent streams',
      free(streamed),
    ],
    [
      'billing/balance-ignored-unstreamed',
      '7.2',
      'an empty wallet prevents streams only',
      free((r) => !streamed(r)),
    ],
    [
      'billing/told-in-stream',
      '7.2',
      'an empty wallet is reported after the stream has begun',
      toldInStream('no-balance'),
    ],
    [
      'billing/200-with-error',
      '7.2',
      'an empty wallet is reported with status 200',
      (before) => ({
        refuse: (reply, refusal, request) => {
          const made = before.refuse(reply, refusal, request);
          return refusal.reason === 'no-balance' ? { ...made, status: 200 } : made;
        },
      }),
    ],
    ...GUARDED.map(
      ([slug, words, is]) =>
        [
          `billing/balance-ignored-for-${slug}`,
          '7.2',
          `an empty wallet does not prevent ${words}`,
          free(is),
        ] as const,
    ),
    ...[400, 401, 403, 422, 500].map(
      (status) =>
        [
          `billing/${status}`,
          '7.2',
          `an empty wallet returns ${status} instead of 402`,
          statusFor('no-balance', status),
          status === 401 || status === 403 ? hidden(NO_KEY, 'billing/usage-402') : {},
        ] as const,
    ),
    [
      'billing/403-for-streams',
      '7.2',
      'an empty wallet returns 403 for streaming requests',
      statusOf((refusal, r) => refusal.reason === 'no-balance' && streamed(r), 403),
    ],
  ]),
  ...faults('must', 'path/* usage/*', [
    ['path/stats-missing', '9', 'the path of the usage records returns 404', unrouted('stats')],
    ['path/summary-missing', '9', 'the path of the usage summary returns 404', unrouted('summary')],
    [
      'path/usage-missing',
      '9',
      'the usage endpoints are missing',
      (before) => ({ route: (path, r) => (/usage/.test(path) ? undefined : before.route(path, r)) }),
    ],
    ['path/export-missing', '9', 'the path of the export returns 404', unrouted('export')],
    [
      'path/stats-by-post',
      '4.2',
      'the usage records are available by POST only',
      (before) => ({ methods: (endpoint) => (endpoint === 'stats' ? ['POST'] : before.methods(endpoint)) }),
    ],
    [
      'path/export-by-post',
      '4.4',
      'the export is available by POST only',
      (before) => ({
        methods: (endpoint) => (endpoint === 'export' ? ['POST'] : before.methods(endpoint)),
      }),
    ],
  ]),
  ...faults('should', 'path/*', [
    ['path/stats-redirected', '4.2', 'the usage records are behind a redirect', redirected('stats')],
    ['path/summary-redirected', '4.3', 'the usage summary is behind a redirect', redirected('summary')],
    ['path/export-redirected', '4.4', 'the export is behind a redirect', redirected('export')],
  ]),
  ...faults('should', 'status/* request/* auth/* billing/*', [
    [
      'status/empty-body-411',
      '7',
      'an empty body is rejected with 411',
      statusOf((_, r) => r.endpoint === 'completions' && r.body.length === 0, 411),
    ],
  ]),
];
