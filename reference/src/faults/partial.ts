import { gzipSync } from 'node:zlib';
import { isAnswer, replies } from '../change/answers.ts';
import { edited, isObject } from '../change/pointer.ts';
import { beforeValidation } from '../change/requests.ts';
import { type Fault, type FaultRow, faults } from '../deviation.ts';
import { withHeader } from '../message.ts';

const firstOnly = (value: unknown) => (Array.isArray(value) ? value.slice(0, 1) : value);

/** Drops unknown members whose name matches. */
const withoutMembers = (name: RegExp) => (body: unknown) =>
  isObject(body) ? Object.fromEntries(Object.entries(body).filter(([key]) => !name.test(key))) : body;

/** Reads members of nested objects in any case, as parsers of some languages do. */
function inAnyCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inAnyCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/^[A-Z]/, (first) => first.toLowerCase()),
      inAnyCase(inner),
    ]),
  );
}

/** Faults that are correct in the usual place and wrong in the next one. */
export const partial: readonly Fault[] = [
  ...faults(
    'must',
    // Members that are dropped before validation have no effect either.
    'request/* completion/stop-absent',
    [
      [
        'request/only-first-tool-validated',
        '2.4',
        'only the first tool is validated',
        beforeValidation('/tools', firstOnly),
      ],
      [
        'request/only-first-stop-validated',
        '2.1',
        'only the first stop string is validated',
        beforeValidation('/stop', firstOnly),
      ],
      [
        'request/unknown-underscore-accepted',
        '2.1',
        'unknown fields that begin with an underscore are ignored',
        beforeValidation('', withoutMembers(/^_/)),
      ],
      [
        'request/unknown-camel-case-accepted',
        '2.1',
        'unknown fields in camel case are ignored',
        beforeValidation('', withoutMembers(/[A-Z]/)),
      ],
      [
        'request/nested-names-in-any-case',
        '2.2',
        'names in messages, tools and formats may begin with a capital letter',
        beforeValidation('/*', inAnyCase),
      ],
      ...(
        [
          ['long', 'of more than 200 characters', /^.{201}/],
          ['non-ascii', 'beyond ASCII', /[^\x20-\x7e]/],
          ['sentinel', 'that stand for nothing', /^(None|EMPTY)$/],
        ] as const
      ).map(
        ([kind, words, names]): FaultRow => [
          `request/unknown-${kind}-name-accepted`,
          '2.1',
          `unknown fields with names ${words} are ignored`,
          beforeValidation('', withoutMembers(names)),
        ],
      ),
      [
        'request/second-call-refused',
        '2.2',
        'an assistant message with two tool calls is rejected',
        beforeValidation('/messages/*/tool_calls', (value) =>
          Array.isArray(value) && value.length > 1 ? 0 : value,
        ),
      ],
      [
        'request/enumerated-parameters-refused',
        '2.4',
        'a function with an enumerated parameter is rejected',
        beforeValidation('/tools/*/function/parameters', (value) =>
          JSON.stringify(value)?.includes('"enum"') ? 0 : value,
        ),
      ],
      [
        'request/dashed-functions-refused',
        '2.4',
        'a function name with a dash is rejected',
        beforeValidation('/tools/*/function/name', (value) => (String(value).includes('-') ? 0 : value)),
      ],
      [
        'request/empty-properties-refused',
        '2.4',
        'a function with empty properties is rejected',
        (before) => ({
          normalize: (body, request) =>
            before.normalize(
              edited(body, '/tools/*/function/parameters/properties', (value) =>
                isObject(value) && Object.keys(value).length === 0 ? 0 : value,
              ),
              request,
            ),
        }),
      ],
    ],
  ),
  ...faults('must', 'client/create', [
    [
      'client/compressed-body-cut',
      '4.1',
      'a client that accepts compression gets a truncated gzip body',
      replies(
        (reply, request) => isAnswer(reply, request) && /gzip/.test(request.headers['accept-encoding'] ?? ''),
        (reply) => ({
          ...withHeader(withHeader(reply, 'content-length', undefined), 'content-encoding', 'gzip'),
          body: gzipSync(reply.body as Uint8Array).subarray(0, -9),
        }),
      ),
    ],
  ]),
  ...faults('must', 'usage/export-range usage/export-*', [
    [
      'usage/export-of-nothing-500',
      '4.4',
      'the export of a range without records causes a server error (500)',
      replies(
        (_, request) =>
          request.endpoint === 'export' && [...request.query.values()].some((v) => v.startsWith('1990-')),
        (reply) => ({ ...reply, status: 500 }),
      ),
    ],
  ]),
];
