import { REASONING_MODEL } from '../../catalogue.ts';
import { answer, chunks, eachChoice, inChunks } from '../../change/answers.ts';
import { present } from '../../change/pointer.ts';
import { type Fault, faults } from '../../deviation.ts';

/** Reasoning (2.2). */
export const reasoning: readonly Fault[] = [
  ...faults('should', 'reasoning/* format/*', [
    [
      'reasoning/other-name',
      '2.2',
      'the reasoning text is in reasoning_content',
      answer((json) => ({
        ...json,
        choices: json.choices.map(
          ({ message: { reasoning, ...message }, ...rest }: { message: { reasoning?: string } }) => ({
            ...rest,
            message: reasoning === undefined ? message : { ...message, reasoning_content: reasoning },
          }),
        ),
      })),
    ],
    [
      'reasoning/other-name-in-streams',
      '2.2',
      'in streams the reasoning text is in reasoning_content',
      chunks((all) =>
        all.map((chunk) => ({
          ...chunk,
          choices: chunk.choices.map(
            ({ delta: { reasoning, ...delta }, ...rest }: { delta: { reasoning?: string } }) => ({
              ...rest,
              delta: reasoning === undefined ? delta : { ...delta, reasoning_content: reasoning },
            }),
          ),
        })),
      ),
    ],
    [
      'reasoning/in-content',
      '2.2',
      'the reasoning text is in the content, between think tags',
      eachChoice((choice) => {
        if (!choice.reasoning) return choice;
        const { reasoning, ...rest } = choice;
        return { ...rest, tokens: [`<think>${reasoning.join('')}</think>`, ...choice.tokens] };
      }),
    ],
  ]),
  ...faults('must', 'reasoning/* request/*', [
    [
      'reasoning/older-limit-refused',
      '2.1',
      'the reasoning model accepts max_completion_tokens and rejects max_tokens',
      (before) => ({
        violations: (found, body, request) => {
          const { model, max_tokens: limit } = (body ?? {}) as { model?: unknown; max_tokens?: unknown };
          const other = {
            pointer: '/max_tokens',
            keyword: 'additionalProperties',
            message: 'max_tokens is not supported with this model: use max_completion_tokens',
          };
          const isMet = model === REASONING_MODEL && limit !== undefined && found.length === 0;
          return before.violations(isMet ? [other] : found, body, request);
        },
      }),
    ],
    [
      'reasoning/effort-refused',
      '2.1',
      'the reasoning model rejects reasoning_effort',
      (before) => ({
        violations: (found, body, request) => {
          const asked = typeof body === 'object' && body !== null && 'reasoning_effort' in body;
          const other = {
            pointer: '/reasoning_effort',
            keyword: 'additionalProperties',
            message: 'unknown field: reasoning_effort',
          };
          return before.violations(asked && found.length === 0 ? [other] : found, body, request);
        },
      }),
    ],
  ]),
  ...faults('should', 'tool/* reasoning/* stream/* client/*', [
    [
      'reasoning/list-in-streams',
      '2.2',
      'in streams the reasoning text is a list',
      inChunks(
        '/choices/*/delta/reasoning',
        present((text) => [text]),
      ),
    ],
  ]),
  ...faults('must', 'completion/*', [
    [
      'reasoning/no-choices-when-cut',
      '2.7',
      'a completion that is cut during reasoning has no choices',
      answer((json) => ({
        ...json,
        choices: json.choices.filter(
          ({ message }: { message: { reasoning?: string; content?: string } }) =>
            !message.reasoning || !!message.content,
        ),
      })),
    ],
  ]),
];
