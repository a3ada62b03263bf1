import type { Change } from '../behaviour.ts';
import { isObject } from '../change/pointer.ts';
import { beforeValidation, refusedUnread } from '../change/requests.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

const object = (edit: (body: Record<string, unknown>) => Record<string, unknown>): Change =>
  beforeValidation('', (body) => (isObject(body) ? edit(body) : body));

/** As the templates of many models have it; results of calls may follow each other. */
function outOfTurn(messages: readonly unknown[]): boolean {
  const roles = messages.map((m) => (isObject(m) ? m.role : undefined));
  return roles.some(
    (role, i) =>
      i > 0 && (role === 'system' || (role !== 'tool' && typeof role === 'string' && role === roles[i - 1])),
  );
}

/** Accepted requests whose limits, counts and counterparts the contract leaves open. */
export const openRequests: readonly Variant[] = [
  ...variants('limits', [
    [
      'request/limit-positive',
      '2.1',
      'max_tokens of 0 is rejected',
      object((body) => {
        const own = { ...body };
        for (const name of ['max_tokens', 'max_completion_tokens']) {
          if (typeof own[name] === 'number' && (own[name] as number) < 1) own[name] = 'too small';
        }
        return own;
      }),
    ],
  ]),
  ...variants('both-limits', [
    [
      'request/one-limit-only',
      '2.1',
      'max_tokens together with max_completion_tokens is rejected with 400',
      refusedUnread((body) => body.max_tokens !== undefined && body.max_completion_tokens !== undefined),
    ],
  ]),
  ...variants('streamed-members', [
    [
      'request/some-members-not-streamed',
      '6',
      'log probabilities, formats and several choices are rejected with 400 in streaming requests',
      refusedUnread(
        ({ stream, logprobs, top_logprobs, response_format, n }) =>
          stream === true &&
          [logprobs, top_logprobs, response_format, n === 1 ? undefined : n].some((v) => v !== undefined),
      ),
      {
        mayWarn: ['request/accepts-combinations'],
        undecided: ['tool/*', 'format/*', 'logprobs/*', 'completion/stop-absent', 'stream/*'],
      },
    ],
  ]),
  ...variants('turns', [
    [
      'request/one-system-message-first',
      '2.2',
      'a system message has to come first, and later turns have to alternate',
      beforeValidation('/messages', (value) => (Array.isArray(value) && outOfTurn(value) ? 0 : value)),
    ],
    [
      'request/call-or-text',
      '2.2',
      'an assistant message with both text and tool calls is rejected',
      beforeValidation('/messages/*', (turn) =>
        isObject(turn) && turn.tool_calls !== undefined && typeof turn.content === 'string' && turn.content
          ? 0
          : turn,
      ),
      { mayWarn: ['request/*'] },
    ],
  ]),
  ...variants('messages-empty', [
    [
      'request/empty-lists-refused',
      '2.1',
      'empty messages, tools and stop lists are rejected',
      object((body) =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            Array.isArray(value) && value.length === 0 ? 0 : value,
          ]),
        ),
      ),
    ],
  ]),
  ...variants('stop-count', [
    [
      'request/four-stops',
      '2.1',
      'more than four stop strings are rejected',
      beforeValidation('/stop', (stop) => (Array.isArray(stop) && stop.length > 4 ? 0 : stop)),
    ],
  ]),
  ...variants('top-logprobs-alone', [
    [
      'request/top-logprobs-alone-refused',
      '2.1',
      'top_logprobs needs logprobs: true',
      object((body) =>
        body.top_logprobs !== undefined && body.logprobs !== true
          ? { ...body, top_logprobs: 'needs logprobs' }
          : body,
      ),
    ],
    [
      'request/top-logprobs-alone-400',
      '2.1',
      'top_logprobs without logprobs: true is rejected with 400',
      refusedUnread((body) => body.top_logprobs !== undefined && body.logprobs !== true),
    ],
    [
      'request/top-logprobs-alone-taken',
      '2.1',
      'top_logprobs is accepted without logprobs',
      object((body) =>
        typeof body.top_logprobs === 'number' &&
        body.logprobs !== true &&
        body.top_logprobs >= 0 &&
        body.top_logprobs <= 20 &&
        Number.isInteger(body.top_logprobs)
          ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'top_logprobs'))
          : body,
      ),
    ],
  ]),
  ...variants('several-choices', [
    [
      'request/two-choices-at-most',
      '2.1',
      'more than two choices are rejected',
      beforeValidation('/n', (n) => (typeof n === 'number' && n > 2 ? 0 : n)),
    ],
  ]),
  ...variants('tool-choice-object', [
    [
      'request/tool-choice-object-refused',
      '2.5',
      'tool_choice objects are rejected; all else follows the first description',
      beforeValidation('/tool_choice', (value) => (isObject(value) ? 0 : value)),
      { mayWarn: ['request/*', 'client/*'], against: ['description', 'sampling'] },
    ],
  ]),
  ...variants('tool-parameters', [
    [
      'request/parameters-required-demanded',
      '2.4',
      'tool parameters without required are rejected',
      beforeValidation('/tools/*/function/parameters', (value) =>
        isObject(value) && value.required === undefined ? 0 : value,
      ),
      {
        mayWarn: ['request/*', 'client/*'],
        undecided: ['request/accepts-conversations', 'request/accepts-combinations'],
      },
    ],
  ]),
  ...variants('content-type', [
    [
      'request/content-type-needed',
      '4.1',
      'a body without a JSON content type is rejected with 415',
      (before) => ({
        status: (refusal, request) =>
          refusal.reason === 'unparsable' && !/json/.test(request.headers['content-type'] ?? '')
            ? 415
            : before.status(refusal, request),
        bodyText: (text, request) =>
          /json/.test(request.headers['content-type'] ?? '') ? before.bodyText(text, request) : 'no JSON',
      }),
    ],
  ]),
];
