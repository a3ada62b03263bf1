import { answer, header, isAnswer, replies, textOf, withText } from '../change/answers.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

/** How answers are written (4.1). */
export const bodies: readonly Variant[] = [
  ...variants('answer-type', [
    [
      'completion/charset',
      '4.1',
      'the media type has a charset',
      header(isAnswer, 'Content-Type', 'application/json; charset=utf-8'),
    ],
    [
      'completion/type-capitals',
      '4.1',
      'the media type is written in capitals',
      header(isAnswer, 'content-type', 'Application/JSON'),
      { mayWarn: ['client/*'] },
    ],
  ]),
  ...variants('answer-bytes', [
    [
      'completion/pretty',
      '4.1',
      'completions are indented JSON',
      replies(isAnswer, (reply) => withText(reply, JSON.stringify(JSON.parse(textOf(reply)), null, 2))),
    ],
    [
      'completion/leading-newlines',
      '4.1',
      'newlines precede the JSON',
      replies(isAnswer, (reply) => withText(reply, `\n\n${textOf(reply)}\n`)),
    ],
    [
      'completion/escaped',
      '4.1',
      'letters beyond ASCII are escaped',
      replies(isAnswer, (reply) =>
        withText(
          reply,
          textOf(reply).replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
        ),
      ),
    ],
    [
      'completion/chunked',
      '4.1',
      'completions are written byte by byte',
      replies(isAnswer, (reply) => ({
        ...reply,
        body: [...(reply.body as Uint8Array)].map((byte) => ({ bytes: Uint8Array.of(byte) })),
      })),
    ],
  ]),
  ...variants('choice-order', [
    [
      'completion/choices-reversed',
      '2.7',
      'choices are in another order',
      answer((json) => ({ ...json, choices: [...json.choices].reverse() })),
    ],
  ]),
];
