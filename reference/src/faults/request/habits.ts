import { replies } from '../../change/answers.ts';
import { isObject } from '../../change/pointer.ts';
import { beforeValidation, statusFor, statusOf } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Violation } from '../../refusal.ts';

const unknown = (violation: Violation) => violation.keyword === 'additionalProperties';

/** Violations that the contract's oracle only warns about: other statuses, nulls, combinations, unknown models. */
export const habits: readonly Fault[] = [
  ...faults('should', 'request/*', [
    [
      'request/unknown-field-400',
      '2.1',
      'an unknown field is rejected with 400',
      statusOf((refusal) => refusal.violations?.some(unknown) ?? false, 400),
    ],
    [
      'request/charset-415',
      '4.1',
      'a Content-Type with a charset is not supported (415)',
      replies(
        ({ status }, request) => status !== 401 && /charset/i.test(request.headers['content-type'] ?? ''),
        (reply) => ({ ...reply, status: 415 }),
      ),
    ],
    [
      'request/chunked-as-empty',
      '4.1',
      'a chunked body is read as empty (400)',
      replies(
        ({ status }, request) => status !== 401 && request.headers['transfer-encoding'] !== undefined,
        (reply) => ({ ...reply, status: 400 }),
      ),
    ],
    [
      'request/nested-400',
      '7.3',
      'invalid members of messages and tools are rejected with 400',
      statusOf((refusal) => refusal.violations?.some((v) => v.pointer.split('/').length > 2) ?? false, 400),
    ],
    [
      'request/enumeration-400',
      '7.3',
      'an unknown value of reasoning_effort is rejected with 400',
      statusOf((refusal) => refusal.violations?.some((v) => v.pointer === '/reasoning_effort') ?? false, 400),
    ],
    [
      'request/missing-400',
      '7.3',
      'a body without model or messages is rejected with 400',
      statusOf((refusal) => refusal.violations?.some((v) => v.keyword === 'required') ?? false, 400),
    ],
    [
      'request/stop-null-refused',
      '2.1',
      'stop: null is rejected',
      beforeValidation('/stop', (value) => (value === null ? 0 : value)),
    ],
    [
      'request/tool-choice-null-refused',
      '2.1',
      'tool_choice: null is rejected',
      beforeValidation('/tool_choice', (value) => (value === null ? 0 : value)),
    ],
    [
      'request/half-of-the-second-description',
      '2.1',
      'null is accepted for temperature and seed, and rejected for all other fields',
      (before) => ({
        ...beforeValidation('/temperature', (value) => (value === null ? undefined : value))(before),
        normalize: (body, request) => {
          if (!isObject(body)) return before.normalize(body, request);
          const { temperature, seed, ...rest } = body;
          return before.normalize(
            {
              ...rest,
              ...(temperature == null ? {} : { temperature }),
              ...(seed == null ? {} : { seed }),
            },
            request,
          );
        },
      }),
    ],
    [
      'request/combination-refused',
      '2.1',
      'n=2 is rejected at temperature 0, although each is accepted alone',
      beforeValidation('', (value) =>
        isObject(value) && typeof value.n === 'number' && value.n > 1 && value.temperature === 0
          ? { ...value, n: 0 }
          : value,
      ),
    ],
    [
      'request/choices-refused-beside-tools',
      '2.1',
      'n=2 is rejected with tools, although each is accepted alone',
      beforeValidation('', (value) =>
        isObject(value) &&
        typeof value.n === 'number' &&
        value.n > 1 &&
        value.tools !== undefined &&
        value.stream !== true
          ? { ...value, n: 0 }
          : value,
      ),
    ],
    [
      'request/effort-refused-in-streams',
      '2.1',
      'reasoning_effort is rejected in streaming requests',
      beforeValidation('', (value) =>
        isObject(value) && value.stream === true && value.reasoning_effort !== undefined
          ? { ...value, n: 0 }
          : value,
      ),
    ],
    [
      'request/outer-null-accepted',
      '2.6',
      'response_format: null is read as absent',
      beforeValidation('/response_format', (value) => (value === null ? undefined : value)),
    ],
    [
      'request/unknown-model-answered',
      '2.1',
      'an unknown model is replaced by another one',
      () => ({ knowsModel: () => true }),
    ],
    [
      'request/unknown-model-500',
      '2.1',
      'an unknown model causes a server error (500)',
      statusFor('unknown-model', 500),
    ],
  ]),
];
