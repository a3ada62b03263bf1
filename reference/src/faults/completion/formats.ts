import type { Change } from '../../behaviour.ts';
import { both, eachChoice, inAnswer, inChunks } from '../../change/answers.ts';
import { absent, put, replaced } from '../../change/pointer.ts';
import type { CompletionRequest } from '../../completion-types.ts';
import { type Fault, faults } from '../../deviation.ts';
import { lastWords } from '../../model/prompt.ts';

const content = (edit: (text: string, body: CompletionRequest) => string): Change =>
  eachChoice((choice, body) =>
    choice.tokens.length > 0 ? { ...choice, tokens: [edit(choice.tokens.join(''), body)] } : choice,
  );

const wants = (body: CompletionRequest, type: string) => body.response_format?.type === type;

/** A prompt-based answer of a model that never sees the schema. */
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

/** Response formats and log probabilities (2.6, 2.10). */
export const formats: readonly Fault[] = [
  ...faults('should', 'format/*', [
    [
      'format/json-object-ignored',
      '2.6',
      'json_object is ignored: the content is prose',
      content((text, body) => (wants(body, 'json_object') ? 'Sure, here it is' : text)),
    ],
    [
      'format/json-object-fenced',
      '2.6',
      'the JSON of json_object is in a code fence',
      content((text, body) => (wants(body, 'json_object') ? `\`\`\`json\n${text}\n\`\`\`` : text)),
    ],
    [
      'format/json-schema-ignored',
      '2.6',
      'json_schema is ignored: the content is prose',
      content((text, body) => (wants(body, 'json_schema') ? 'Sure, here it is' : text)),
    ],
    [
      'format/json-schema-ignored-in-streams',
      '2.6',
      'json_schema is ignored in streams',
      content((text, body) => (wants(body, 'json_schema') && body.stream ? 'Sure, here it is' : text)),
    ],
    [
      'format/json-schema-misfit',
      '2.6',
      'json_schema is read as json_object: the content does not match the schema',
      content((text, body) => (wants(body, 'json_schema') ? '{"answer":null}' : text)),
    ],
    [
      'format/json-schema-unread',
      '2.6',
      'json_schema is ignored: the content follows the prompt only',
      content((text, body) => (wants(body, 'json_schema') ? asPrompted(lastWords(body)) : text)),
    ],
    [
      'format/json-schema-at-the-top-only',
      '2.6',
      'json_schema is enforced at the top level only: nested integers are strings',
      content((text, body) => (wants(body, 'json_schema') ? withoutNumbersWithin(text) : text)),
    ],
    [
      'format/json-schema-references-unread',
      '2.6',
      'references in a json_schema are not followed',
      content((text, body) => (wants(body, 'json_schema') ? withoutObjectsInLists(text) : text)),
    ],
    [
      'format/json-schema-as-text',
      '2.6',
      'the JSON of json_schema is encoded twice',
      content((text, body) => (wants(body, 'json_schema') ? JSON.stringify(text) : text)),
    ],
  ]),
  ...faults('should', 'logprobs/*', [
    [
      'logprobs/ignored',
      '2.1',
      'logprobs: true is ignored',
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
      'logprobs: true yields an empty object',
      both(
        inAnswer('/choices/*/logprobs', replaced({ content: null })),
        inChunks('/choices/*/logprobs', replaced({ content: [], refusal: null })),
      ),
    ],
    [
      'logprobs/missing-in-streams',
      '2.1',
      'logprobs is ignored in streams',
      inChunks('/choices/*/logprobs', absent),
    ],
  ]),
];
