import type { Change } from '../../behaviour.ts';
import { PLAIN_MODEL, REASONING_MODEL } from '../../catalogue.ts';
import { isObject } from '../../change/pointer.ts';
import { tolerated } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Violation } from '../../refusal.ts';
import { isBound, overlookedEach, valueAt } from './odd.ts';

const biasAt = ({ pointer }: Violation, { logit_bias: bias }: Record<string, unknown>, at: number) =>
  isObject(bias) && pointer === `/logit_bias/${Object.keys(bias).at(at)}`;

const roleAt = ({ pointer }: Violation, { messages }: Record<string, unknown>): unknown => {
  const message = Array.isArray(messages) ? messages[Number(pointer.split('/')[2])] : undefined;
  return isObject(message) ? message.role : undefined;
};

/** Whether the invalid member is falsy in many languages. */
const isNothing = ({ pointer }: Violation, body: Record<string, unknown>): boolean =>
  ['', 0, false].some((nothing) => body[pointer.slice(1)] === nothing);

/** Accepts every other request that is beyond a bound. */
const boundsByTurns: Change = (before) => ({
  violations: (found, body, request) => {
    const own = before.violations(found, body, request);
    return own.some(isBound) && request.service.count('beyond a bound') % 2 === 0 ? [] : own;
  },
});

/** Validation of one element only, or skipped if another member is set. */
export const partly: readonly Fault[] = faults('must', 'request/*', [
  [
    'request/every-twelfth-overlooked',
    '7.3',
    'every twelfth invalid request is accepted',
    overlookedEach(12),
  ],
  [
    'request/huge-numbers-accepted',
    '7.3',
    'numbers beyond a billion are taken for the default',
    tolerated((violation, body) => isBound(violation) && Math.abs(valueAt(violation, body)) > 1e9),
  ],
  [
    'request/top-logprobs-in-a-byte',
    '7.3',
    'top_logprobs is kept in one byte before it is compared',
    tolerated(
      (violation, body) =>
        violation.pointer === '/top_logprobs' && isBound(violation) && (valueAt(violation, body) & 255) <= 20,
    ),
  ],
  [
    'request/every-fortieth-overlooked',
    '7.3',
    'every fortieth invalid request is accepted',
    overlookedEach(40),
  ],
  ['request/bounds-by-turns', '7.3', 'every other request beyond a bound is accepted', boundsByTurns],
  [
    'request/bounds-not-for-reasoning',
    '7.3',
    'bounds are not enforced for the reasoning model',
    tolerated((violation, { model }) => isBound(violation) && model === REASONING_MODEL),
  ],
  ...(['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const).map(
    (name) =>
      [
        `request/${name.replaceAll('_', '-')}-maximum-not-for-reasoning`,
        '7.3',
        `${name} above its maximum is accepted for the reasoning model`,
        tolerated(
          ({ keyword, pointer }, { model }) =>
            keyword === 'maximum' && pointer === `/${name}` && model === REASONING_MODEL,
        ),
      ] as const,
  ),
  [
    'request/nothing-for-reasoning',
    '7.3',
    'requests for the reasoning model are not validated',
    tolerated((_, { model }) => model === REASONING_MODEL),
  ],
  [
    'request/nested-not-for-reasoning',
    '7.3',
    'members of messages and tools are not validated for the reasoning model',
    tolerated(({ pointer }, { model }) => model === REASONING_MODEL && pointer.split('/').length > 2),
  ],
  ...(['assistant', 'system', 'tool'] as const).map(
    (role) =>
      [
        `request/content-of-${role}-any`,
        '2.2',
        `the content of messages with the role ${role} is not validated`,
        tolerated(
          (violation, body) =>
            /^.messages.\d+.content$/.test(violation.pointer) && roleAt(violation, body) === role,
        ),
      ] as const,
  ),
  [
    'request/nothing-beside-a-format',
    '7.3',
    'no other member is validated when response_format is set',
    tolerated(
      ({ pointer }, { response_format: format }) =>
        format !== undefined && !pointer.startsWith('/response_format'),
    ),
  ],
  [
    'request/empty-values-passed-over',
    '2.1',
    'an empty string is accepted for enumerated members',
    tolerated((violation, body) => violation.keyword === 'enum' && isNothing(violation, body)),
  ],
  ...(['string', 'boolean', 'number'] as const).map(
    (type) =>
      [
        `request/nothing-as-${type}-passed-over`,
        '7.3',
        `an empty ${type} (${JSON.stringify({ string: '', boolean: false, number: 0 }[type])}) is accepted for members of any type`,
        tolerated(
          (violation, body) =>
            violation.keyword === 'type' &&
            isNothing(violation, body) &&
            typeof body[violation.pointer.slice(1)] === type,
        ),
      ] as const,
  ),
  [
    'request/messages-first-only',
    '2.2',
    'role and content of messages after the first one are not validated',
    tolerated(({ pointer }) => /^\/messages\/[1-9]\d*\/(role|content)$/.test(pointer)),
  ],
  [
    'request/messages-last-only',
    '2.2',
    'role and content of messages before the last one are not validated',
    tolerated(({ pointer }, { messages }) => {
      const at = /^\/messages\/(\d+)\/(role|content)$/.exec(pointer)?.[1];
      return at !== undefined && Array.isArray(messages) && Number(at) < messages.length - 1;
    }),
  ],
  ...(
    [
      ['role-of-earlier-messages-any', 0, 'a message before the last one'],
      ['roles-of-the-middle-any', 1, 'a message between the first and the last one'],
    ] as const
  ).map(
    ([id, from, which]) =>
      [
        `request/${id}`,
        '2.2',
        `${which} may have any role`,
        tolerated(({ pointer, keyword }, { messages }) => {
          const at = Number(/^\/messages\/(\d+)\/role$/.exec(pointer)?.[1] ?? -1);
          return keyword === 'enum' && at >= from && Array.isArray(messages) && at < messages.length - 1;
        }),
      ] as const,
  ),
  [
    'request/role-missing-in-later-messages',
    '2.2',
    'role is not required after the first message',
    tolerated(
      ({ pointer, keyword }) => keyword === 'required' && /^\/messages\/[1-9]\d*\/role$/.test(pointer),
    ),
  ],
  [
    'request/bounds-not-with-tools',
    '7.3',
    'bounds are not enforced when tools are set',
    tolerated((violation, { tools }) => isBound(violation) && tools !== undefined),
  ],
  [
    'request/nothing-beside-stop',
    '7.3',
    'requests with stop strings are not validated',
    tolerated(({ pointer }, { stop }) => stop !== undefined && !pointer.startsWith('/stop')),
  ],
  [
    'request/nothing-in-full-requests',
    '7.3',
    'requests with more than six members are not validated',
    tolerated((_, body) => Object.keys(body).length > 6),
  ],
  [
    'request/model-missing-streamed',
    '2.1',
    'a streaming request without a model gets the default model',
    (before) => ({
      normalize: (body, request) =>
        before.normalize(
          isObject(body) && body.stream === true && body.model === undefined
            ? { ...body, model: PLAIN_MODEL }
            : body,
          request,
        ),
    }),
  ],
  [
    'request/logit-bias-first-only',
    '2.1',
    'only the first value of logit_bias is validated',
    tolerated((violation, body) => !biasAt(violation, body, 0) && /^.logit_bias./.test(violation.pointer)),
  ],
  [
    'request/logit-bias-last-only',
    '2.1',
    'only the last value of logit_bias is validated',
    tolerated((violation, body) => !biasAt(violation, body, -1) && /^.logit_bias./.test(violation.pointer)),
  ],
  [
    'request/tool-calls-first-only',
    '2.3',
    'only the first tool call of a message is validated',
    tolerated(({ pointer }) => /^.messages.\d+.tool_calls.[1-9]/.test(pointer)),
  ],
  [
    'request/required-first-only',
    '2.4',
    'only the first of the required parameters is validated',
    tolerated(({ pointer }) => /.required.[1-9]/.test(pointer)),
  ],
  [
    'request/choice-without-type-refused',
    '2.5',
    'a tool_choice object without type is rejected',
    (before) => ({
      violations: (found, body, request) => {
        const violations = before.violations(found, body, request);
        const untyped = isObject(body) && isObject(body.tool_choice) && body.tool_choice.type === undefined;
        return violations.length > 0 || !untyped
          ? violations
          : [{ pointer: '/tool_choice/type', keyword: 'required', message: 'Field required' }];
      },
    }),
  ],
]);
