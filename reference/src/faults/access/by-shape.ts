import type { Change } from '../../behaviour.ts';
import { REASONING_MODEL } from '../../catalogue.ts';
import { replies } from '../../change/answers.ts';
import type { CompletionRequest } from '../../completion-types.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { Reply, ServiceRequest } from '../../message.ts';
import { admitted, credentials, usage } from './schemes.ts';

const USAGE = ['stats', 'summary', 'export'] as const;

/** Invalid credentials. */
const WITHOUT: readonly (readonly [slug: string, words: string, is: (request: ServiceRequest) => boolean])[] =
  [
    ['keyless', 'without an Authorization header', (r) => credentials(r) === undefined],
    ['unknown-key', 'with an unknown key', (r) => /^Bearer \S/.test(credentials(r) ?? '')],
    ['empty-bearer', 'with an empty bearer token', (r) => credentials(r) === 'Bearer'],
  ];

/** The features of a request: its body is read before its key is checked. */
function bodyOf(request: ServiceRequest): Partial<CompletionRequest> {
  if (request.endpoint !== 'completions') return {};
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(request.body));
    return body !== null && typeof body === 'object' ? body : {};
  } catch {
    return {};
  }
}

type Shape = readonly [slug: string, words: string, is: (body: Partial<CompletionRequest>) => boolean];

const KEYLESS: readonly Shape[] = [
  ['tools', 'completions with tools', ({ tools }) => tools !== undefined],
  ['several-choices', 'completions with several choices', ({ n }) => Number(n) > 1],
  ['conversations', 'longer conversations', ({ messages }) => Number(messages?.length) > 1],
];

const UNPAID: readonly Shape[] = [
  ['limits-of-one', 'limits of one token', ({ max_tokens: limit }) => limit === 1],
  [
    'streamed-limits-of-one',
    'streams with a limit of one token',
    ({ max_tokens: limit, stream }) => limit === 1 && stream === true,
  ],
  ['newer-limits', 'max_completion_tokens', (body) => body.max_completion_tokens !== undefined],
  [
    'no-limits',
    'requests without a limit',
    (body) =>
      body.model !== undefined && body.max_tokens === undefined && body.max_completion_tokens === undefined,
  ],
  ['streamed-tools', 'streams with tools', ({ stream, tools }) => stream === true && tools !== undefined],
  ['streamed-choices', 'streams of several choices', ({ stream, n }) => stream === true && Number(n) > 1],
  [
    'streamed-formats',
    'streams of a format',
    ({ stream, response_format: format }) => stream === true && format !== undefined,
  ],
  [
    'streamed-reasoning',
    'streams of the reasoning model',
    ({ stream, model }) => stream === true && model === REASONING_MODEL,
  ],
  ['conversations', 'longer conversations', ({ messages }) => Number(messages?.length) > 1],
  ['users', 'requests that name a user', ({ user }) => user !== undefined],
  ['stops', 'requests with stop strings', ({ stop }) => stop !== undefined],
  ['exact-answers', 'requests at temperature 0', ({ temperature }) => temperature === 0],
];

/** A cache in front answers what it has answered before, whatever the key: only one without a key is passed on. */
const cachedBeforeKeys: Change = (before) => {
  const cached = new Map<string, Reply>();
  return {
    reply: (reply, request) => {
      const made = before.reply(reply, request);
      if (usage(request) || credentials(request) === undefined) return made;
      const body = Buffer.from(request.body).toString('latin1');
      if (made.status === 200 && made.body instanceof Uint8Array) cached.set(body, made);
      return made.status === 401 || made.status === 402 ? (cached.get(body) ?? made) : made;
    },
  };
};

/** Access for requests of one shape only (5, 7.2). */
export const byShape: readonly Fault[] = [
  ...faults('must', 'auth/*', [
    ...USAGE.flatMap((endpoint) =>
      WITHOUT.map(
        ([slug, words, is]): FaultRow => [
          `auth/${endpoint}-${slug}-with-parameters`,
          '5.4',
          `${endpoint}: a request ${words} is accepted when it has parameters`,
          admitted((request) => request.endpoint === endpoint && request.query.size > 0 && is(request)),
        ],
      ),
    ),
    ...USAGE.map(
      (endpoint): FaultRow => [
        `auth/${endpoint}-keyless-as-csv`,
        '5.4',
        `${endpoint}: a client that accepts CSV needs no key`,
        admitted(
          (request) =>
            request.endpoint === endpoint &&
            credentials(request) === undefined &&
            /text\/csv/.test(request.headers.accept ?? ''),
        ),
      ],
    ),
    ...USAGE.map(
      (endpoint): FaultRow => [
        `auth/${endpoint}-refused-with-data`,
        '5.4',
        `${endpoint}: a request without a key gets an error status and the data`,
        (before) => {
          const isKeyless = (request: ServiceRequest) =>
            request.endpoint === endpoint && credentials(request) === undefined;
          const open = { ...before, ...admitted(isKeyless)(before) };
          const refused = replies(
            (_, request) => isKeyless(request),
            (reply) => ({ ...reply, status: 401 }),
          );
          return { ...open, ...refused(open) };
        },
      ],
    ),
    ...KEYLESS.map(
      ([slug, words, is]): FaultRow => [
        `auth/keyless-${slug}`,
        '5.4',
        `${words} need no key`,
        admitted((request) => credentials(request) === undefined && is(bodyOf(request))),
      ],
    ),
    [
      'auth/keyless-reasoning',
      '5.4',
      'the reasoning model needs no key',
      admitted((request) => credentials(request) === undefined && bodyOf(request).model === REASONING_MODEL),
    ],
    [
      'auth/unknown-key-reasoning',
      '5.4',
      'the reasoning model accepts any key',
      admitted(
        (request) =>
          /^Bearer \S/.test(credentials(request) ?? '') && bodyOf(request).model === REASONING_MODEL,
      ),
    ],
  ]),
  ...faults('must', 'auth/completion-unknown-key', [
    [
      'auth/cached-before-keys',
      '5.4',
      'a completion that was answered before is answered from a cache, whatever the key and the wallet',
      cachedBeforeKeys,
      { settings: { budget: { tokens: 2000 } } },
    ],
  ]),
  ...faults(
    'must',
    'billing/*',
    UNPAID.map(
      ([slug, words, is]): FaultRow => [
        `billing/balance-ignored-for-${slug}`,
        '7.2',
        `an empty wallet does not prevent ${words}`,
        (before) => ({
          balance: (sufficient, request) => before.balance(sufficient, request) || is(bodyOf(request)),
        }),
      ],
    ),
  ),
];
