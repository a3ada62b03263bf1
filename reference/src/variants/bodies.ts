import { createHash } from 'node:crypto';
import type { Behaviour } from '../behaviour.ts';
import {
  answer,
  header,
  inAnswer,
  inChunks,
  isAnswer,
  replies,
  textOf,
  withText,
} from '../change/answers.ts';
import type { Variant } from '../deviation.ts';
import type { ServiceRequest } from '../message.ts';
import { variants } from './variant.ts';

const isUsageJson = ({ endpoint }: ServiceRequest) => endpoint === 'stats' || endpoint === 'summary';

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
      'completion/names-escaped',
      '4.1',
      'underscores in the JSON of completions and of usage data are escaped',
      replies(
        (reply, request) => isAnswer(reply, request) || (reply.status === 200 && isUsageJson(request)),
        (reply) => withText(reply, textOf(reply).replaceAll('_', '\\u005f')),
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

const digest = (id: unknown) => createHash('sha256').update(String(id)).digest('hex');
const uuidOf = (id: unknown) =>
  digest(id).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
const numberOf = (id: unknown) => String(Number.parseInt(digest(id).slice(0, 12), 16) % 10_000_000);
const withIds = (idOf: (id: unknown) => string) => (before: Behaviour) => ({
  ...inAnswer('/id', idOf)(before),
  ...inChunks('/id', idOf)(before),
});

/** Formats of completion ids (2.7): any strings. */
export const answerIds: readonly Variant[] = variants('answer-ids', [
  ['completion/id-uuid', '2.7', 'ids of completions are UUIDs', withIds(uuidOf)],
  ['completion/id-short', '2.7', 'ids of completions are short numbers', withIds(numberOf)],
]);
