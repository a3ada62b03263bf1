import type { Json } from '../../src/requests/edit.ts';
import { conversation, WEATHER } from '../../src/requests/prompts.ts';
import { replayedCall } from './client-values.ts';
import { openCheck } from './open-check.ts';

/** The next question of a tool loop: a free choice, with room for the call that a model makes then. */
const freeChoice = (tools: unknown): Json => ({
  messages: conversation('plain', WEATHER, 0),
  max_tokens: 24,
  tools,
});

/** The first tool of a tool loop. */
const plainTools = (model: string) => (replayedCall(model).tools as { function: Json }[]).slice(0, 1);

/** The same with the members that schema helpers of clients add. */
const strictTools = (model: string): Json[] =>
  plainTools(model).map((tool) => {
    const parameters = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...(tool.function.parameters as Json),
      additionalProperties: false,
    };
    return { ...tool, function: { ...tool.function, strict: true, parameters } };
  });

export const nullContent = openCheck({
  id: 'request/open-null-content',
  title: 'Response to a replayed tool call with null content',
  about:
    "Sends an assistant turn with its tool calls and content null, as the official client's tool loop does. Records the status. The contract does not allow null there; a rejection breaks that loop.",
  harm: 'clients',
  clause: '2.2',
  profile: 'standard',
  points: (model) => [
    ['null-content', 'a replayed call with null content', { ...replayedCall(model), max_tokens: 1 }],
  ],
});

export const toolMembers = openCheck({
  id: 'request/open-tool-members',
  title: 'Response to tool members beyond the contract',
  about:
    'Sends strict in a function, and additionalProperties and $schema in its parameters, as schema helpers of clients do, and leaves the choice free. Records the status. If the service refuses them, sends the tools without them.',
  harm: 'clients',
  clause: '2.4',
  profile: 'standard',
  points: (model) => [
    [
      'tool-members',
      'strict, additionalProperties and $schema in a tool',
      { model, ...freeChoice(strictTools(model)) },
    ],
  ],
  control: (model) => [
    'tool-members-plain',
    'the tools without these members',
    { model, ...freeChoice(plainTools(model)) },
  ],
});
