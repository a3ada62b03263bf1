import type { Change } from '../../behaviour.ts';
import { eachChoice, inAnswer, inChunks } from '../../change/answers.ts';
import { absent, put, replaced } from '../../change/pointer.ts';
import type { CompletionRequest } from '../../completion-types.ts';
import { type Fault, faults } from '../../deviation.ts';
import { lastWords } from '../../model/prompt.ts';

const content = (edit: (text: string, body: CompletionRequest) => string): Change =>
  eachChoice((choice, body) =>
    choice.tokens.length > 0 ? { ...choice, tokens: [edit(choice.tokens.join(''), body)] } : choice,
  );

const wants = (body: CompletionRequest, type: string) => body.response_format?.type === type;

/** What a model that never sees the schema makes of the words beside it. */
const asPrompted = (words: string) => (/city/.test(words) ? '{"city":"Paris"}' : '{"word":"lantern"}');

/** The same text with each number that is deeper than the top written as a string. */
function withoutNumbersWithin(text: string): string {
  try {
    const top: unknown = JSON.parse(text);
    return JSON.stringify(top, function (this: unknown, _, value) {
      return typeof value === 'number' && this !== top ? String(value) : value;
    });
  } catch {
    return text;
  }
}

/** The same text with null in place of each object in a list. */
function withoutObjectsInLists(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value) =>
      Array.isArray(value) ? value.map((one) => (typeof one === 'object' ? null : one)) : value,
    );
  } catch {
    return text;
  }
}

const both =
  (...changes: Change[]): Change =>
  (before) => {
    let behaviour = before;
    for (const change of changes) behaviour = { ...behaviour, ...change(behaviour) };
    return behaviour;
  };

/** Response formats and log probabilities (2.6, 2.10). */
export const formats: readonly Fault[] = [
  ...faults(
    'should',
    ['format/*'],
    [
      [
        'format/json-object-ignored',
        '2.6',
        'json_object is accepted and prose comes',
        content((text, body) => (wants(body, 'json_object') ? 'Sure, here it is' : text)),
      ],
      [
        'format/json-object-fenced',
        '2.6',
        'json_object comes in a code fence',
        content((text, body) => (wants(body, 'json_object') ? `\`\`\`json\n${text}\n\`\`\`` : text)),
      ],
      [
        'format/json-schema-ignored',
        '2.6',
        'json_schema is accepted and prose comes',
        content((text, body) => (wants(body, 'json_schema') ? 'Sure, here it is' : text)),
      ],
      [
        'format/json-schema-ignored-in-streams',
        '2.6',
        'json_schema counts only without streaming',
        content((text, body) => (wants(body, 'json_schema') && body.stream ? 'Sure, here it is' : text)),
      ],
      [
        'format/json-schema-misfit',
        '2.6',
        'json_schema is read as json_object: the members are others',
        content((text, body) => (wants(body, 'json_schema') ? '{"answer":null}' : text)),
      ],
      [
        'format/json-schema-unread',
        '2.6',
        'json_schema is accepted, and only the prompt is followed',
        content((text, body) => (wants(body, 'json_schema') ? asPrompted(lastWords(body)) : text)),
      ],
      [
        'format/json-schema-at-the-top-only',
        '2.6',
        'integers within the objects of an answer come as strings',
        content((text, body) => (wants(body, 'json_schema') ? withoutNumbersWithin(text) : text)),
      ],
      [
        'format/json-schema-references-unread',
        '2.6',
        'what a json_schema refers to is not looked at',
        content((text, body) => (wants(body, 'json_schema') ? withoutObjectsInLists(text) : text)),
      ],
      [
        'format/json-schema-as-text',
        '2.6',
        'the JSON of json_schema comes as a JSON string in JSON',
        content((text, body) => (wants(body, 'json_schema') ? JSON.stringify(text) : text)),
      ],
    ],
  ),
  ...faults(
    'should',
    ['logprobs/*'],
    [
      [
        'logprobs/ignored',
        '2.1',
        'logprobs: true is accepted and nothing comes of it',
        both(inAnswer('/choices/*/logprobs', absent), inChunks('/choices/*/logprobs', absent)),
      ],
      [
        'logprobs/null',
        '2.1',
        'logprobs: true yields null',
        both(inAnswer('/choices/*/logprobs', put(null)), inChunks('/choices/*/logprobs', put(null))),
      ],
      [
        'logprobs/empty',
        '2.1',
        'logprobs: true yields an object without any',
        both(
          inAnswer('/choices/*/logprobs', replaced({ content: null })),
          inChunks('/choices/*/logprobs', replaced({ content: [], refusal: null })),
        ),
      ],
      [
        'logprobs/missing-in-streams',
        '2.1',
        'logprobs come only without streaming',
        inChunks('/choices/*/logprobs', absent),
      ],
    ],
  ),
];
