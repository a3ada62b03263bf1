import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { type ServiceRequest, withHeader } from '../../message.ts';

export const credentials = (request: ServiceRequest): string | undefined =>
  request.headers.authorization?.trim();

export const usage = (request: ServiceRequest) => request.endpoint !== 'completions';

/** Lets requests pass as if they had the first account's key. */
export const admitted =
  (which: (request: ServiceRequest, keys: readonly string[]) => boolean): Change =>
  (before) => ({
    authenticate: (found, request, accounts) =>
      before.authenticate(found, request, accounts) ??
      (which(
        request,
        accounts.map((account) => account.key),
      )
        ? accounts[0]
        : undefined),
  });

export const key = (request: ServiceRequest): string => credentials(request)?.replace(/^\w+ /, '') ?? '';

/** Accepted forms of the key beyond the contract, and responses with the key (section 5). */
export const schemes: readonly Fault[] = [
  ...faults('should', 'auth/*', [
    [
      'auth/basic-accepted',
      '5.1',
      'the key is also accepted as a Basic password',
      admitted((request, keys) => {
        const [scheme, value] = (credentials(request) ?? '').split(' ');
        const text = scheme === 'Basic' ? Buffer.from(value ?? '', 'base64').toString() : '';
        return keys.some((known) => text.includes(known));
      }),
    ],
    [
      'auth/any-scheme-accepted',
      '5.1',
      'any authentication scheme is accepted',
      admitted((request, keys) => keys.some((known) => credentials(request)?.endsWith(known))),
    ],
    [
      'auth/bare-key-accepted',
      '5.1',
      'the key is accepted without a scheme',
      admitted((request, keys) => keys.includes(credentials(request) ?? '')),
    ],
    [
      'auth/key-in-any-case',
      '5.4',
      'keys are compared case-insensitively',
      admitted((request, keys) => keys.some((known) => known.toLowerCase() === key(request).toLowerCase())),
    ],
    [
      'auth/key-with-more',
      '5.4',
      'characters after the key are ignored',
      admitted((request, keys) => keys.some((known) => key(request).startsWith(known))),
    ],
    ...(['summary', 'export'] as const).map(
      (endpoint) =>
        [
          `auth/bare-key-accepted-by-${endpoint}`,
          '5.1',
          `the ${endpoint} accepts the key without a scheme`,
          admitted(
            (request, keys) => request.endpoint === endpoint && keys.includes(credentials(request) ?? ''),
          ),
        ] as const,
    ),
    [
      'auth/bare-key-accepted-by-usage',
      '5.1',
      'the usage endpoints accept the key without a scheme',
      admitted((request, keys) => usage(request) && keys.includes(credentials(request) ?? '')),
    ],
    [
      'auth/key-in-errors',
      '5.2',
      'error messages contain the key',
      (before) => ({
        errorBody: (refusal, request) => {
          const made = before.errorBody(
            { ...refusal, message: `${refusal.message} (${key(request)})` },
            request,
          );
          return made;
        },
      }),
      hidden('errors have no message', 'error/empty'),
    ],
    [
      'auth/key-in-header',
      '5.2',
      'a debug header contains the key',
      replies(
        () => true,
        (reply, request) => withHeader(reply, 'X-Debug-Key', key(request) || 'none'),
      ),
    ],
    [
      'auth/key-in-base64',
      '5.2',
      'a debug header contains the credentials in Base64',
      replies(
        () => true,
        (reply, request) =>
          withHeader(reply, 'X-Trace', Buffer.from(`user:${key(request)}`).toString('base64')),
      ),
    ],
    [
      'auth/key-in-usage',
      '5.2',
      'the export is named after the key',
      replies(
        (_, request) => request.endpoint === 'export',
        (reply, request) =>
          withHeader(reply, 'Content-Disposition', `attachment; filename="${key(request)}.csv"`),
      ),
    ],
    [
      'auth/key-url-encoded',
      '5.2',
      'a header contains a URL with the key',
      replies(
        () => true,
        (reply, request) => withHeader(reply, 'Link', `</account/${encodeURIComponent(key(request))}>`),
      ),
    ],
  ]),
];
