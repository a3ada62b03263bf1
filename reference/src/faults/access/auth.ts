import type { Change } from '../../behaviour.ts';
import { statusOf } from '../../change/requests.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { Account, Endpoint, ServiceRequest } from '../../message.ts';
import { admitted, credentials, key, usage } from './schemes.ts';

/** Forms of requests without the valid key. */
const PROBES = {
  none: {
    words: 'without an Authorization header',
    test: (r: ServiceRequest) => credentials(r) === undefined,
  },
  unknown: {
    words: 'with an unknown key',
    test: (r: ServiceRequest) => /^Bearer \S/.test(credentials(r) ?? ''),
  },
  empty: { words: 'with an empty bearer token', test: (r: ServiceRequest) => credentials(r) === 'Bearer' },
} as const;

const ENDPOINTS: readonly Endpoint[] = ['completions', 'stats', 'summary', 'export'];
const probes = Object.entries(PROBES);

const refusedWith = (status: number, which: (request: ServiceRequest) => boolean): Change =>
  statusOf((refusal, request) => refusal.reason.endsWith('unauthenticated') && which(request), status);

/** A bearer token without the usual key prefix. */
const isForeign = (request: ServiceRequest) => /^Bearer (?!sk-)\S/.test(credentials(request) ?? '');

/** The account whose key has the same length, beginning and end. */
function byItsEnds(bearer: string | undefined, accounts: readonly Account[]): Account | undefined {
  const sent = /^Bearer (.*)$/.exec(bearer ?? '')?.[1];
  const ends = (text: string) => `${text.slice(0, 6)} ${text.slice(-6)} ${text.length}`;
  return accounts.find((account) => sent !== undefined && ends(account.key) === ends(sent));
}

/** Wrong access, and wrong errors (section 5). */
export const auth: readonly Fault[] = [
  ...ENDPOINTS.flatMap((endpoint) =>
    probes.flatMap(([probe, { words, test }]) =>
      faults('must', 'auth/*', [
        [
          `auth/${endpoint}-${probe}-accepted`,
          '5.4',
          `${endpoint}: a request ${words} is accepted`,
          admitted((request) => request.endpoint === endpoint && test(request)),
        ],
      ]),
    ),
  ),
  ...probes.flatMap(([probe, { words, test }], i) =>
    [403, [400, 404, 422][i]!, 500].flatMap((status) =>
      faults('must', 'auth/*', [
        [
          `auth/completions-${probe}-${status}`,
          '7.1',
          `completions: a request ${words} is rejected with ${status} instead of 401`,
          refusedWith(status, (request) => !usage(request) && test(request)),
        ],
      ]),
    ),
  ),
  ...faults(
    'should',
    // Three endpoints that do the same give one warning.
    'auth/usage-refused-as-usual',
    [
      [
        'auth/usage-empty-bearer-400',
        '5.4',
        'usage: a request with an empty bearer is refused with 400',
        refusedWith(400, (request) => usage(request) && PROBES.empty.test(request)),
      ],
    ],
  ),
  ...ENDPOINTS.slice(1).flatMap((endpoint) => [
    ...faults('must', 'auth/*', [
      [
        `auth/${endpoint}-500`,
        '4.5',
        `${endpoint}: a request without a valid key causes a server error (500)`,
        refusedWith(500, (request) => request.endpoint === endpoint),
      ],
    ]),
    ...[ENDPOINTS.indexOf(endpoint) === 2 ? 404 : 400].flatMap((status) =>
      faults('should', 'auth/*', [
        [
          `auth/${endpoint}-${status}`,
          '5.4',
          `${endpoint}: a request without a valid key is rejected with ${status}`,
          refusedWith(status, (request) => request.endpoint === endpoint),
        ],
      ]),
    ),
  ]),
  ...faults('must', 'auth/*', [
    [
      'auth/200-with-error',
      '7.1',
      'a request without a valid key gets 200 with an error in the body',
      (before) => ({
        refuse: (reply, refusal, request) => {
          const made = before.refuse(reply, refusal, request);
          return refusal.reason.endsWith('unauthenticated') ? { ...made, status: 200 } : made;
        },
      }),
    ],
    [
      'auth/unknown-key-streams',
      '7.1',
      'completions: streams are returned for any key',
      admitted(
        (request) =>
          !usage(request) &&
          /^Bearer \S/.test(credentials(request) ?? '') &&
          new TextDecoder().decode(request.body).includes('"stream":true'),
      ),
    ],
    [
      'auth/every-fifth-bad-key-accepted',
      '5.4',
      'every fifth request without a valid key is accepted',
      admitted((request) => request.service.count('without a valid key') % 5 === 4),
    ],
    [
      'auth/half-a-key-is-enough',
      '5.4',
      'only the first half of a key is compared',
      admitted((request, keys) =>
        keys.some((known) => key(request).startsWith(known.slice(0, Math.ceil(known.length / 2)))),
      ),
    ],
    [
      'auth/all-but-the-last-characters-are-enough',
      '5.4',
      'completions: the last eight characters of a key are ignored',
      admitted(
        (request, keys) =>
          !usage(request) &&
          keys.some((known) => key(request) !== known && key(request).startsWith(known.slice(0, -8))),
      ),
    ],
    [
      'auth/last-sixteen-characters-are-enough',
      '5.4',
      'completions: only the last sixteen characters of a key are compared',
      admitted(
        (request, keys) => !usage(request) && keys.some((known) => key(request).endsWith(known.slice(-16))),
      ),
    ],
    [
      'auth/last-characters-are-enough',
      '5.4',
      'completions: only the last twelve characters of a key are compared',
      admitted(
        (request, keys) => !usage(request) && keys.some((known) => key(request).endsWith(known.slice(-12))),
      ),
    ],
    [
      'auth/altered-key-403',
      '7.1',
      'completions: a near-miss key is rejected with 403',
      (before) => ({
        status: (refusal, request) =>
          /^Bearer sk-meridian-/.test(credentials(request) ?? '') && refusal.reason === 'unauthenticated'
            ? 403
            : before.status(refusal, request),
      }),
    ],
    [
      'auth/foreign-prefix-403',
      '7.1',
      'completions: a key with a foreign prefix is rejected with 403',
      refusedWith(403, (request) => !usage(request) && isForeign(request)),
    ],
    [
      'auth/foreign-prefix-accepted',
      '7.1',
      'completions: a key with a foreign prefix is accepted',
      admitted((request) => !usage(request) && isForeign(request)),
    ],
    [
      'auth/looked-up-by-its-ends',
      '7.1',
      'completions: a key is looked up by its length and its first and last six characters',
      (before) => ({
        authenticate: (found, request, accounts) =>
          before.authenticate(
            found ?? (usage(request) ? undefined : byItsEnds(credentials(request), accounts)),
            request,
            accounts,
          ),
      }),
    ],
    [
      'auth/alias-open',
      '5.4',
      'the alias /v1 needs no key',
      (before) => ({
        ...admitted((request) => request.path.startsWith('/v1/'))(before),
        route: (path, request) => before.route(path.startsWith('/v1/') ? `/api${path}` : path, request),
      }),
    ],
    [
      'auth/slash-open',
      '5.4',
      'the path with a trailing slash needs no key',
      (before) => ({
        ...admitted((request) => /completions\/$/.test(request.path))(before),
        route: (path, request) => before.route(path.replace(/\/$/, ''), request),
      }),
      hidden('only one of two aliases is requested', 'path/alias'),
    ],
    [
      'auth/streams-unauthenticated',
      '5.1',
      'completions: streams need no key',
      admitted(
        (request) => !usage(request) && new TextDecoder().decode(request.body).includes('"stream":true'),
      ),
    ],
  ]),
];
