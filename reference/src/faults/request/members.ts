import type { Change } from '../../behaviour.ts';
import { withText } from '../../change/answers.ts';
import { isObject } from '../../change/pointer.ts';
import { beforeValidation, statusFor, statusOf, tolerated } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import { withHeader } from '../../message.ts';
import { Refused, type Violation } from '../../refusal.ts';

const unknown = (violation: Violation) => violation.keyword === 'additionalProperties';

const refusedInStream: Change = (before) => ({
  refuse: (reply, refusal, request) => {
    const made = before.refuse(reply, refusal, request);
    if (made.status !== 422 || !isObject(request.json) || request.json.stream !== true) return made;
    const text = `data: ${JSON.stringify({ error: { message: refusal.message } })}\n\ndata: [DONE]\n\n`;
    return withHeader(withText({ ...made, status: 200 }, text), 'Content-Type', 'text/event-stream');
  },
});

/** Unknown members, incomplete validation, and wrong error responses. */
export const members: readonly Fault[] = [
  ...faults('must', 'request/* status/named accounting/completions billing/empty-wallet-completion', [
    ['request/unknown-field-accepted', '2.1', 'unknown fields are ignored', tolerated(unknown)],
    [
      'request/unknown-field-500',
      '7.3',
      'an unknown field causes a server error (500)',
      statusOf((refusal) => refusal.violations?.some(unknown) ?? false, 500),
    ],
    [
      'request/unknown-field-accepted-in-streams',
      '2.1',
      'unknown fields are ignored in streaming requests',
      tolerated((violation, body) => unknown(violation) && body.stream === true),
    ],
    [
      'request/native-names-accepted',
      '2.1',
      'unknown fields are accepted if every JavaScript object has them',
      tolerated(
        (violation) => unknown(violation) && /^\/(__proto__|constructor|toString)$/.test(violation.pointer),
      ),
    ],
    [
      'request/names-in-any-case',
      '2.1',
      'field names are not case-sensitive',
      tolerated((violation) => unknown(violation) && violation.pointer === '/Temperature'),
    ],
    [
      'request/empty-name-accepted',
      '2.1',
      'a field with an empty name is ignored',
      tolerated((violation) => unknown(violation) && violation.pointer === '/'),
    ],
    [
      'request/native-names-500',
      '7.3',
      'a field named constructor causes a server error (500)',
      statusOf(
        (refusal) => refusal.violations?.some(({ pointer }) => pointer === '/constructor') ?? false,
        500,
      ),
    ],
    [
      'request/limit-demanded',
      '2.1',
      'a request without a token limit is rejected',
      (before) => ({
        violations: (found, body, request) => {
          const made = before.violations(found, body, request);
          const limited = !isObject(body) || 'max_tokens' in body || 'max_completion_tokens' in body;
          const message = 'max_tokens is required.';
          return limited ? made : [...made, { pointer: '/max_tokens', keyword: 'required', message }];
        },
      }),
    ],
    [
      'request/extension-names-accepted',
      '2.1',
      'unknown fields that begin with x- are ignored',
      tolerated((violation) => unknown(violation) && /^\/x-/.test(violation.pointer)),
    ],
    [
      'request/extension-underscore-names-accepted',
      '2.1',
      'unknown fields that begin with x_ are ignored',
      tolerated((violation) => unknown(violation) && /^\/x_/.test(violation.pointer)),
    ],
    [
      'request/refused-in-stream',
      '7.3',
      'an invalid streaming request gets 200 and an event stream with the error',
      refusedInStream,
    ],
    [
      'request/only-first-message-validated',
      '2.2',
      'only the first message is validated',
      tolerated((violation) => /^\/messages\/[1-9]/.test(violation.pointer)),
    ],
    [
      'request/only-last-message-validated',
      '2.2',
      'only the last message is validated',
      tolerated((violation, body) => {
        const at = /^\/messages\/(\d+)/.exec(violation.pointer);
        return at !== null && Number(at[1]) !== (Array.isArray(body.messages) ? body.messages.length - 1 : 0);
      }),
    ],
    [
      'request/nested-objects-not-validated',
      '2.4',
      'members below the second level are not validated',
      tolerated((violation) => violation.pointer.split('/').length > 3),
    ],
    ['request/invalid-400', '7.3', 'every schema violation is rejected with 400', statusFor('invalid', 400)],
    ['request/invalid-403', '7.3', 'every schema violation is rejected with 403', statusFor('invalid', 403)],
    ['request/invalid-404', '7.3', 'every schema violation is rejected with 404', statusFor('invalid', 404)],
    [
      'request/not-validated-beside-seed',
      '7.3',
      'requests with a seed are not validated',
      tolerated((_, body) => typeof body.seed === 'number'),
    ],
    [
      'request/plainest-500',
      '4.1',
      'a request without any optional member causes a server error (500)',
      (before) => ({
        understand: (body, request) => {
          const plain = Object.keys(body).every((name) => ['model', 'messages', 'max_tokens'].includes(name));
          const said = body.messages.length === 1;
          if (plain && said) throw new Refused({ reason: 'server-error', message: 'Something went wrong.' });
          return before.understand(body, request);
        },
      }),
    ],
    [
      'request/invalid-500',
      '7.3',
      'every schema violation is an unhandled exception (500)',
      statusFor('invalid', 500),
    ],
    ['request/invalid-503', '7.4', 'every schema violation gets 503', statusFor('invalid', 503)],
    [
      'request/invalid-200',
      '7.3',
      'every schema violation gets 200 with an error in the body',
      (before) => ({
        refuse: (reply, refusal, request) => {
          const made = before.refuse(reply, refusal, request);
          return refusal.reason === 'invalid' ? { ...made, status: 200 } : made;
        },
      }),
    ],
  ]),
  ...faults('must', 'request/unknown-field-names', [
    [
      'request/backend-settings-accepted',
      '2.1',
      'unknown settings such as top_k are passed to the backend',
      tolerated(
        (violation) => unknown(violation) && /^\/(top_k|min_p|repetition_penalty)$/.test(violation.pointer),
      ),
    ],
  ]),
  ...faults('should', 'request/unknown-field-names request/published-description request/null-optional', [
    [
      'request/unknown-null-accepted',
      '2.1',
      'unknown fields with the value null are ignored',
      beforeValidation('', (body) =>
        isObject(body)
          ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
          : body,
      ),
    ],
  ]),
];
