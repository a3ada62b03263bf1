import { isObject } from '../../change/pointer.ts';
import { tolerated } from '../../change/requests.ts';
import { type Fault, type FaultRow, faults, hidden } from '../../deviation.ts';

/** Members of which a service skips validation if another one is set. */
const PAIRS: readonly (readonly [broken: string, beside: string])[] = [
  ['temperature', 'user'],
  ['temperature', 'seed'],
  ['top_p', 'stop'],
  ['n', 'logit_bias'],
  ['top_logprobs', 'seed'],
  ['presence_penalty', 'top_p'],
  ['frequency_penalty', 'presence_penalty'],
  ['seed', 'frequency_penalty'],
  ['stop', 'temperature'],
  ['reasoning_effort', 'user'],
  ['tool_choice', 'seed'],
  ['user', 'logprobs'],
  ['logit_bias', 'response_format'],
  ['messages', 'user'],
  ['response_format', 'seed'],
];

const dashed = (name: string) => name.replaceAll('_', '-');

/** The text of the body as it was sent. */
const textOf = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body);

/** Validation that is skipped if another member is set, or for another notation of a number. */
export const inCompany: readonly Fault[] = faults(
  'must',
  'request/* status/named accounting/completions billing/empty-wallet-completion',
  [
    ...PAIRS.map(
      ([broken, beside]): FaultRow => [
        `request/${dashed(broken)}-with-${dashed(beside)}-accepted`,
        '7.3',
        `${broken} is not validated when ${beside} is set`,
        tolerated(
          ({ pointer }, body) =>
            body[beside] !== undefined && (pointer === `/${broken}` || pointer.startsWith(`/${broken}/`)),
        ),
      ],
    ),
    [
      'request/max-completion-tokens-with-max-tokens-accepted',
      '7.3',
      'max_completion_tokens is not validated when max_tokens is set',
      tolerated(
        ({ pointer }, { max_tokens: older }) => older !== undefined && pointer === '/max_completion_tokens',
      ),
      hidden('both limits together are rejected', 'request/one-limit-only'),
    ],
    [
      'request/maximum-with-user-and-seed-accepted',
      '7.3',
      'values beyond a maximum are accepted when user and seed are set',
      tolerated(
        ({ keyword }, { user, seed }) => keyword === 'maximum' && user !== undefined && seed !== undefined,
      ),
    ],
    [
      'request/unknown-field-with-logit-bias-accepted',
      '2.1',
      'unknown fields are ignored when logit_bias is set',
      tolerated(({ keyword }, body) => keyword === 'additionalProperties' && body.logit_bias !== undefined),
    ],
    [
      'request/large-bodies-unread',
      '7.3',
      'a body of more than 64 kB is passed on without validation',
      (before) => ({
        violations: (found, body, request) =>
          request.body.length > 65_536 ? [] : before.violations(found, body, request),
      }),
    ],
    [
      'request/exponents-without-bounds',
      '7.3',
      'bounds are not enforced for numbers with an exponent',
      (before) => ({
        violations: (found, body, request) =>
          before
            .violations(found, body, request)
            .filter(
              ({ keyword, pointer }) =>
                !/imum$/.test(keyword) ||
                !new RegExp(`"${pointer.slice(1)}":\\s*-?[\\d.]+e`).test(textOf(request)),
            ),
      }),
    ],
    ...(
      [
        ['exponents-refused', 'a number that is written with an exponent', /":\s*-?[\d.]+e/],
        ['negative-zero-refused', 'zero that is written with a sign', /":\s*-0/],
      ] as const
    ).map(
      ([id, what, written]): FaultRow => [
        `request/${id}`,
        '2.1',
        `${what} is rejected`,
        (before) => ({
          violations: (found, body, request) => {
            const own = before.violations(found, body, request);
            if (own.length > 0 || !isObject(body) || !written.test(textOf(request))) return own;
            return [{ pointer: '/temperature', keyword: 'type', message: 'not a number' }];
          },
        }),
      ],
    ),
    [
      'request/camel-case-accepted',
      '2.1',
      'members are also accepted in camel case',
      tolerated(
        ({ keyword, pointer }) =>
          keyword === 'additionalProperties' &&
          /^\/(max|top|tool|log|response|reasoning|presence|frequency)[A-Z]/.test(pointer),
      ),
    ],
  ],
);
