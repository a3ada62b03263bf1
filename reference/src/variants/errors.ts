import type { Change } from '../behaviour.ts';
import { statusFor, statusOf } from '../change/requests.ts';
import type { Variant } from '../deviation.ts';
import type { Refusal } from '../refusal.ts';
import { variants } from './variant.ts';

const JSON_TYPE = 'application/json';

/** Error bodies made anew from the refusal. */
const body =
  (contentType: string | undefined, write: (refusal: Refusal) => string): Change =>
  () => ({
    errorBody: (refusal) => ({ contentType, text: write(refusal) }),
  });

const json = (shape: (refusal: Refusal) => unknown, contentType = JSON_TYPE): Change =>
  body(contentType, (refusal) => JSON.stringify(shape(refusal)));

/** How refusals look (7: the JSON shape of an error body is not shown). */
export const errors: readonly Variant[] = [
  ...variants('error-body', [
    ['error/empty', '7', 'errors have no body', body(undefined, () => '')],
    ['error/text', '7', 'errors are plain text', body('text/plain', (r) => r.message)],
    [
      'error/html',
      '7',
      'errors are web pages',
      body('text/html', (r) => `<!doctype html><html><body><h1>Error</h1><p>${r.reason}</p></body></html>`),
      { mayWarn: ['client/*'] },
    ],
    [
      'error/problem',
      '7',
      'errors are problem details',
      json((r) => ({ type: 'about:blank', title: r.reason, detail: r.message }), 'application/problem+json'),
    ],
    ['error/detail', '7', 'errors have a detail', json((r) => ({ detail: r.message }))],
    [
      'error/detail-list',
      '7',
      'errors have a list of details',
      json((r) => ({
        detail: (r.violations ?? [{ pointer: '', keyword: r.reason, message: r.message }]).map((v) => ({
          loc: ['body', ...v.pointer.split('/').slice(1)],
          msg: v.message,
          type: v.keyword,
        })),
      })),
    ],
    [
      'error/names-rate-limits',
      '7',
      'every error links to the documentation of rate limits',
      json((r) => ({ error: r.message, see: 'https://docs.example.com/errors-and-rate-limits' })),
    ],
    ['error/string', '7', 'the error is a string', json((r) => ({ error: r.message }))],
    [
      'error/flat',
      '7',
      'errors are flat objects',
      json((r) => ({ object: 'error', message: r.message, code: 400 })),
    ],
    [
      'error/message-list',
      '7',
      "the error's message is a list",
      json((r) => ({ error: { message: [r.message] } })),
    ],
    [
      'error/success-false',
      '7',
      'errors say success: false',
      json((r) => ({ success: false, errors: [{ code: r.reason, message: r.message }] })),
    ],
  ]),
  ...variants('error-headers', [
    [
      'error/no-headers',
      '7',
      'error responses have no explanatory headers',
      () => ({ errorHeaders: () => [] }),
    ],
    [
      'error/rate-headers',
      '7',
      'every error response states the rate limits',
      (before) => ({
        errorHeaders: (refusal, request) => [
          ...before.errorHeaders(refusal, request),
          ['X-RateLimit-Limit', '600'],
          ['X-RateLimit-Remaining', '599'],
        ],
      }),
    ],
  ]),
  ...variants('usage-auth-status', [
    [
      'auth/usage-403',
      '4.5',
      'usage endpoints reject invalid keys with 403',
      statusFor('usage-unauthenticated', 403),
    ],
  ]),
  ...variants('usage-invalid-status', [
    [
      'usage/invalid-400',
      '4.5',
      'unreadable parameters are rejected with 400',
      statusFor('usage-invalid', 400),
    ],
  ]),
  ...variants('unknown-model', [
    [
      'request/unknown-model-400',
      '2.10',
      'an unknown model is rejected with 400',
      statusFor('unknown-model', 400),
    ],
    [
      'request/unknown-model-404',
      '2.10',
      'an unknown model is rejected with 404',
      statusFor('unknown-model', 404),
    ],
    [
      'request/unknown-model-403',
      '2.10',
      'an unknown model is rejected with 403',
      statusFor('unknown-model', 403),
    ],
  ]),
  ...variants('order', [
    [
      'auth/body-first',
      '7',
      'bodies are validated before keys',
      (before) => ({
        steps: (request) =>
          request.endpoint === 'completions'
            ? ['read', 'validate', 'authenticate', 'admit', 'model', 'balance']
            : before.steps(request),
      }),
    ],
    [
      'billing/balance-first',
      '7.2',
      'the wallet is checked before the body',
      (before) => ({
        steps: (request) =>
          request.endpoint === 'completions'
            ? ['authenticate', 'admit', 'balance', 'read', 'validate', 'model']
            : before.steps(request),
      }),
    ],
  ]),
  ...variants('empty-wallet-usage', [
    [
      'billing/usage-402',
      '7.2',
      'usage endpoints reject keys with an empty wallet',
      (before) => {
        let poor = '';
        return {
          authenticate: (found, request, accounts) => {
            poor = accounts[1]?.key ?? '';
            return before.authenticate(found, request, accounts);
          },
          admit: (refusal, request) =>
            request.endpoint !== 'completions' && request.account?.key === poor
              ? { reason: 'no-balance', message: 'The wallet is empty.' }
              : before.admit(refusal, request),
        };
      },
    ],
  ]),
  ...variants('bearer-case', [
    [
      'auth/bearer-any-case',
      '5.1',
      'bearer may be written in any case',
      (before) => ({
        authenticate: (found, request, accounts) => {
          const key = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
          return before.authenticate(
            found ?? accounts.find((account) => account.key === key),
            request,
            accounts,
          );
        },
      }),
    ],
    [
      'auth/bearer-exact',
      '5.1',
      'Bearer has to be written exactly as in the contract',
      (before) => ({
        authenticate: (found, request, accounts) =>
          before.authenticate(
            request.headers.authorization?.startsWith('Bearer ') ? found : undefined,
            request,
            accounts,
          ),
      }),
    ],
  ]),
  ...variants('paths', [
    [
      'path/alias',
      '4',
      'completions are also available under /v1',
      (before) => ({
        route: (path, request) => before.route(path.startsWith('/v1/') ? `/api${path}` : path, request),
      }),
    ],
    [
      'path/trailing-slash',
      '4',
      'a trailing slash of a path is ignored',
      (before) => ({ route: (path, request) => before.route(path.replace(/\/$/, ''), request) }),
    ],
  ]),
  ...variants('methods', [
    [
      'path/get-anything',
      '4.1',
      'GET on completions is 404, not 405',
      statusOf((refusal) => refusal.reason === 'method', 404),
    ],
  ]),
  ...variants('no-object', [
    [
      'request/not-an-object-422',
      '7.3',
      'a JSON body that is not an object is rejected with 422',
      statusFor('not-an-object', 422),
    ],
  ]),
];
