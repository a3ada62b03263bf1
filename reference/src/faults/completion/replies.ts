import { REASONING_MODEL, SECOND_MODEL } from '../../catalogue.ts';
import {
  answer,
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
import { type Fault, faults, hidden } from '../../deviation.ts';
import { withHeader } from '../../message.ts';

const text = (edit: (text: string) => string) =>
  replies(isAnswer, (reply) => withText(reply, edit(textOf(reply))));

/** The answer as a whole: status, media type, JSON, number of choices, limits. */
export const wholes: readonly Fault[] = [
  ...faults(
    'must',
    'completion/* request/* client/* stream/only-when-asked stream/choices-as-asked status/named',
    [
      [
        'completion/one-token-no-choices',
        '2.7',
        'a completion of one token has no choices',
        answer((json, body) =>
          (body.max_completion_tokens ?? body.max_tokens) === 1 ? { ...json, choices: [] } : json,
        ),
      ],
      [
        'reasoning/one-choice-of-two',
        '2.7',
        'the reasoning model ignores n and returns one choice',
        generation((made, { model }) =>
          model === REASONING_MODEL ? { ...made, choices: made.choices.slice(0, 1) } : made,
        ),
      ],
      [
        'completion/choices-remembered-by-messages',
        '2.7',
        'completions are cached by their messages, and n is ignored',
        (before) => {
          const known = new Map<string, number>();
          return generation((made, { model, messages }) => {
            const asked = JSON.stringify([model, messages]);
            const first = known.get(asked) ?? made.choices.length;
            known.set(asked, first);
            return { ...made, choices: made.choices.slice(0, first) };
          })(before);
        },
      ],
      [
        'completion/content-type-text',
        '4.1',
        'completions are labeled text/plain',
        header(isAnswer, 'Content-Type', 'text/plain'),
      ],
      [
        'completion/second-model-as-text',
        '4.1',
        'completions of another model are labeled text/plain',
        header(
          (reply, request) =>
            isAnswer(reply, request) && (request.json as { model?: unknown }).model === SECOND_MODEL,
          'Content-Type',
          'text/plain',
        ),
        { settings: { otherModels: [SECOND_MODEL] } },
      ],
      [
        'completion/content-type-missing',
        '4.1',
        'completions have no Content-Type',
        header(isAnswer, 'Content-Type', undefined),
      ],
      [
        'completion/status-201',
        '4.1',
        'completions have status 201',
        replies(isAnswer, (reply) => ({ ...reply, status: 201 })),
      ],
      [
        'completion/status-202',
        '4.1',
        'completions have status 202',
        replies(isAnswer, (reply) => ({ ...reply, status: 202 })),
      ],
      [
        'completion/cut',
        '4.1',
        'completions lack their last byte',
        text((json) => json.trimEnd().slice(0, -1)),
      ],
      ['completion/empty-body', '4.1', 'completions have no body', text(() => '')],
      ['completion/in-a-list', '2.7', 'completions are wrapped in a list', text((json) => `[${json}]`)],
      [
        'completion/in-an-envelope',
        '2.7',
        'completions are wrapped in a data member',
        text((json) => `{"data":${json}}`),
      ],
      ['completion/twice', '2.7', 'the body contains the completion twice', text((json) => json + json)],
      [
        'completion/error-with-200',
        '7',
        'an error has status 200',
        text(() => '{"error":{"message":"overloaded"}}'),
      ],
      ['completion/plain-text', '4.1', 'completions are plain text', text(() => 'Hello')],
      [
        'completion/nan',
        '2.7',
        'completions contain NaN',
        text((json) => json.replace('"choices":', '"score":NaN,"choices":')),
      ],
      [
        'completion/invalid-utf8',
        '2.7',
        'completions are encoded in Latin-1',
        replies(isAnswer, (reply) => ({
          ...reply,
          body: new Uint8Array(Buffer.from(textOf(reply).replace('"id":"', '"id":"\u00e9'), 'latin1')),
        })),
      ],
      [
        'completion/single-byte-letters',
        '2.7',
        'letters beyond ASCII are encoded in Latin-1',
        replies(isAnswer, (reply) => ({
          ...reply,
          body: new Uint8Array(Buffer.from(textOf(reply).replace(/[^\0-~]/g, '\u00e9'), 'latin1')),
        })),
        hidden('all letters beyond ASCII are escaped', 'completion/escaped'),
      ],
      [
        'completion/event-stream',
        '4.1',
        'completions are event streams although stream is absent',
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
        'stream: false is answered with a stream',
        (before) => ({
          streams: (streamed, body, request) =>
            before.streams(streamed, body, request) || body.stream === false,
        }),
      ],
      ['completion/n-ignored', '2.1', 'n is ignored: the completion has one choice', ignored('/n', absent)],
      [
        'completion/n-one-more',
        '2.1',
        'the completion has one choice more than n',
        answer((json) => ({
          ...json,
          choices: [...json.choices, { ...json.choices.at(-1), index: json.choices.length }],
        })),
      ],
      [
        'completion/n-one-less',
        '2.1',
        'the last of several choices is missing',
        answer((json) => (json.choices.length > 1 ? { ...json, choices: json.choices.slice(0, -1) } : json)),
      ],
      [
        'completion/index-reversed-gap',
        '2.7',
        'the second of several choices has index 2',
        inAnswer('/choices/*/index', (index) => (index === 1 ? 2 : index)),
      ],
      [
        'completion/only-second-choice-wrong',
        '2.2',
        'messages of later choices have no role',
        answer((json) => ({
          ...json,
          choices: json.choices.map((choice: { message: object }, i: number) =>
            i === 0 ? choice : { ...choice, message: { ...choice.message, role: undefined } },
          ),
        })),
      ],
    ],
  ),
];
