import { replies } from '../../change/answers.ts';
import { isObject } from '../../change/pointer.ts';
import { beforeValidation, statusFor, statusOf } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Violation } from '../../refusal.ts';

const unknown = (violation: Violation) => violation.keyword === 'additionalProperties';

/** What the contract's oracle only warns of: lesser statuses, nulls, combinations, unknown models. */
export const habits: readonly Fault[] = [
  ...faults(
    'should',
    ['request/*'],
    [
      [
        'request/unknown-field-400',
        '2.1',
        'a field that nobody knows is refused with 400',
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
        'a body in chunks is taken for none (400)',
        replies(
          ({ status }, request) => status !== 401 && request.headers['transfer-encoding'] !== undefined,
          (reply) => ({ ...reply, status: 400 }),
        ),
      ],
      [
        'request/nested-400',
        '7.3',
        'what is wrong within messages and tools is refused with 400',
        statusOf((refusal) => refusal.violations?.some((v) => v.pointer.split('/').length > 2) ?? false, 400),
      ],
      [
        'request/enumeration-400',
        '7.3',
        'an unknown value of reasoning_effort is refused with 400',
        statusOf(
          (refusal) => refusal.violations?.some((v) => v.pointer === '/reasoning_effort') ?? false,
          400,
        ),
      ],
      [
        'request/missing-400',
        '7.3',
        'a body without model or messages is refused with 400',
        statusOf((refusal) => refusal.violations?.some((v) => v.keyword === 'required') ?? false, 400),
      ],
      [
        'request/stop-null-refused',
        '2.1',
        'stop: null is refused',
        beforeValidation('/stop', (value) => (value === null ? 0 : value)),
      ],
      [
        'request/tool-choice-null-refused',
        '2.1',
        'tool_choice: null is refused',
        beforeValidation('/tool_choice', (value) => (value === null ? 0 : value)),
      ],
      [
        'request/half-of-the-second-description',
        '2.1',
        'temperature and seed may be null, the other fields may not',
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
        'two choices at temperature 0 are refused though each is accepted alone',
        beforeValidation('', (value) =>
          isObject(value) && typeof value.n === 'number' && value.n > 1 && value.temperature === 0
            ? { ...value, n: 0 }
            : value,
        ),
      ],
      [
        'request/choices-refused-beside-tools',
        '2.1',
        'two choices are refused beside tools though each is accepted alone',
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
        'a reasoning effort is refused where the answer is to be streamed',
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
        'an unknown model is answered by another one',
        () => ({ knowsModel: () => true }),
      ],
      [
        'request/unknown-model-500',
        '2.1',
        'an unknown model makes the service stumble (500)',
        statusFor('unknown-model', 500),
      ],
    ],
  ),
];
