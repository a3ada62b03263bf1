import {
  answer,
  eachChoice,
  generation,
  header,
  inAnswer,
  isAnswer,
  replies,
  textOf,
  withText,
} from '../../change/answers.ts';
import { absent } from '../../change/pointer.ts';
import { ignored } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import { withHeader } from '../../message.ts';

const text = (edit: (text: string) => string) =>
  replies(isAnswer, (reply) => withText(reply, edit(textOf(reply))));

/** The answer as a whole: status, media type, JSON, number of choices, limits. */
export const wholes: readonly Fault[] = [
  ...faults(
    'must',
    [
      'completion/*',
      'request/*',
      'client/*',
      'stream/only-when-asked',
      'stream/choices-as-asked',
      'status/named',
    ],
    [
      [
        'completion/content-type-text',
        '4.1',
        'answers are labelled text/plain',
        header(isAnswer, 'Content-Type', 'text/plain'),
      ],
      [
        'completion/content-type-missing',
        '4.1',
        'answers have no Content-Type',
        header(isAnswer, 'Content-Type', undefined),
      ],
      [
        'completion/status-201',
        '4.1',
        'answers have status 201',
        replies(isAnswer, (reply) => ({ ...reply, status: 201 })),
      ],
      [
        'completion/status-202',
        '4.1',
        'answers have status 202',
        replies(isAnswer, (reply) => ({ ...reply, status: 202 })),
      ],
      ['completion/cut', '4.1', 'the last byte of answers is missing', text((json) => json.slice(0, -1))],
      ['completion/empty-body', '4.1', 'answers have no body', text(() => '')],
      ['completion/in-a-list', '2.7', 'answers are wrapped in a list', text((json) => `[${json}]`)],
      ['completion/in-an-envelope', '2.7', 'answers are wrapped in data', text((json) => `{"data":${json}}`)],
      ['completion/twice', '2.7', 'answers come twice in one body', text((json) => json + json)],
      [
        'completion/error-with-200',
        '7',
        'an error comes with status 200',
        text(() => '{"error":{"message":"overloaded"}}'),
      ],
      ['completion/plain-text', '4.1', 'answers are plain text', text(() => 'Hello')],
      [
        'completion/nan',
        '2.7',
        'answers hold NaN',
        text((json) => json.replace('"choices":', '"score":NaN,"choices":')),
      ],
      [
        'completion/invalid-utf8',
        '2.7',
        'answers are Latin-1',
        replies(isAnswer, (reply) => ({
          ...reply,
          body: new Uint8Array(Buffer.from(textOf(reply).replace('"id":"', '"id":"\u00e9'), 'latin1')),
        })),
      ],
      [
        'completion/single-byte-letters',
        '2.7',
        'letters beyond ASCII take one byte each',
        replies(isAnswer, (reply) => ({
          ...reply,
          body: new Uint8Array(Buffer.from(textOf(reply).replace(/[^\0-~]/g, '\u00e9'), 'latin1')),
        })),
      ],
      [
        'completion/event-stream',
        '4.1',
        'answers come as an event stream though none was asked for',
        replies(isAnswer, (reply) =>
          withHeader(
            withText(reply, `data: ${textOf(reply)}\n\ndata: [DONE]\n\n`),
            'Content-Type',
            'text/event-stream',
          ),
        ),
      ],
      [
        'completion/stream-false-streams',
        '4.1',
        'stream: false is taken for a wish to stream',
        (before) => ({
          streams: (streamed, body, request) =>
            before.streams(streamed, body, request) || body.stream === false,
        }),
      ],
      ['completion/n-ignored', '2.1', 'there is one choice whatever n is', ignored('/n', absent)],
      [
        'completion/n-one-more',
        '2.1',
        'there is one choice more than n asks for',
        answer((json) => ({
          ...json,
          choices: [...json.choices, { ...json.choices.at(-1), index: json.choices.length }],
        })),
      ],
      [
        'completion/n-one-less',
        '2.1',
        'the last of several choices is lost',
        answer((json) => (json.choices.length > 1 ? { ...json, choices: json.choices.slice(0, -1) } : json)),
      ],
      [
        'completion/index-reversed-gap',
        '2.7',
        'of several choices the second has index 2',
        inAnswer('/choices/*/index', (index) => (index === 1 ? 2 : index)),
      ],
      [
        'completion/only-second-choice-wrong',
        '2.2',
        'the message of every choice but the first has no role',
        answer((json) => ({
          ...json,
          choices: json.choices.map((choice: { message: object }, i: number) =>
            i === 0 ? choice : { ...choice, message: { ...choice.message, role: undefined } },
          ),
        })),
      ],
    ],
  ),
  ...faults(
    'should',
    ['completion/*', 'accounting/completions'],
    [
      [
        'completion/max-tokens-ignored',
        '2.1',
        'max_tokens does not limit anything',
        ignored('/max_tokens', () => 64),
      ],
      [
        'completion/max-completion-tokens-ignored',
        '2.1',
        'max_completion_tokens does not limit anything',
        ignored('/max_completion_tokens', () => 64),
      ],
      [
        'completion/max-completion-tokens-ignored-in-streams',
        '2.1',
        'max_completion_tokens limits nothing in streams',
        (before) => ({
          understand: (body, request) => {
            const understood = before.understand(body, request);
            const { max_completion_tokens: limit, stream } = understood;
            return limit && stream ? { ...understood, max_completion_tokens: 64 } : understood;
          },
        }),
      ],
      [
        'completion/limit-one-off',
        '2.1',
        'one token more than the limit is generated',
        ignored('/max_tokens', (limit) => (typeof limit === 'number' ? limit + 1 : limit)),
      ],
      [
        'completion/length-called-stop',
        '2.7',
        'an answer that the limit cut says stop',
        eachChoice((choice) =>
          choice.finishReason === 'length' ? { ...choice, finishReason: 'stop' } : choice,
        ),
      ],
      [
        'completion/id-repeats-every-second',
        '2.7',
        'the id is made from the second, so that answers share it',
        generation((made) => ({ ...made, id: `chatcmpl-${Math.floor(made.created / 1000)}` })),
      ],
      [
        'completion/completion-tokens-uncapped',
        '2.7',
        'completion_tokens counts more than the limit allows',
        answer((json) =>
          json.usage
            ? {
                ...json,
                usage: {
                  ...json.usage,
                  completion_tokens: json.usage.completion_tokens + 500,
                  total_tokens: json.usage.total_tokens + 500,
                },
              }
            : json,
        ),
      ],
      [
        'completion/content-null',
        '2.2',
        'content is null beside tool calls',
        inAnswer('/choices/*/message', (message) => ({
          ...(message as object),
          content: (message as { content?: unknown }).content || null,
        })),
      ],
      ['completion/stop-ignored', '2.1', 'stop strings do not stop anything', ignored('/stop', absent)],
      [
        'completion/only-first-stop',
        '2.1',
        'only the first stop string counts',
        ignored('/stop', (stop) => (Array.isArray(stop) ? stop.slice(0, 1) : stop)),
      ],
      [
        'completion/stop-included',
        '2.1',
        'the stop string is left at the end of the content',
        (before) => ({
          generation: (made, body, request) => {
            const stops = [body.stop ?? []].flat();
            const own = before.generation(made, body, request);
            return {
              ...own,
              choices: own.choices.map((choice) =>
                choice.finishReason === 'stop' && stops[0]
                  ? { ...choice, tokens: [...choice.tokens, stops[0]] }
                  : choice,
              ),
            };
          },
        }),
      ],
    ],
  ),
];
