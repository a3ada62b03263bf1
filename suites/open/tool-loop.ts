import { completionSpec, planned, wasAccepted } from '../../src/requests/ask.ts';
import type { Json } from '../../src/requests/edit.ts';
import { conversation, WEATHER } from '../../src/requests/prompts.ts';
import type { Check, CheckContext } from '../../src/vocabulary/check.ts';
import { replayedCall } from './client-values.ts';
import { observeAnswer } from './observe.ts';

type Point = readonly [key: string, what: string, body: Json];

/** A point of tool loops. */
function loopCheck(
  part: Pick<Check, 'title' | 'about'> & {
    id: `request/open-${string}`;
    clause: string;
    point: (model: string) => Point;
    /** What is asked in addition if it is rejected. */
    control?: (model: string) => Point;
  },
): Check {
  return {
    id: part.id,
    harm: 'clients',
    title: part.title,
    clauses: [part.clause],
    level: 'open',
    profile: 'standard',
    restsOn: ['request/accepts-plain'],
    about: part.about,
    async run(context) {
      const { model } = context;
      const sent = await observePoint(context, part.point(model));
      if (part.control && sent && !wasAccepted(sent)) await observePoint(context, part.control(model));
    },
  };
}

const observePoint = (context: CheckContext, [key, what, body]: Point) =>
  observeAnswer(context, key, completionSpec(planned(key, what, body)), what);

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

export const nullContent = loopCheck({
  id: 'request/open-null-content',
  title: 'Response to a replayed tool call with null content',
  about:
    "Sends an assistant turn with its tool calls and content null, as the official client's tool loop does. Records the status. The contract does not allow null there; a rejection breaks that loop.",
  clause: '2.2',
  point: (model) => [
    'null-content',
    'a replayed call with null content',
    { ...replayedCall(model), max_tokens: 1 },
  ],
});

export const toolMembers = loopCheck({
  id: 'request/open-tool-members',
  title: 'Response to tool members beyond the contract',
  about:
    'Sends strict in a function, and additionalProperties and $schema in its parameters, as schema helpers of clients do, and leaves the choice free. Records the status. If the service refuses them, sends the tools without them.',
  clause: '2.4',
  point: (model) => [
    'tool-members',
    'strict, additionalProperties and $schema in a tool',
    { model, ...freeChoice(strictTools(model)) },
  ],
  control: (model) => [
    'tool-members-plain',
    'the tools without these members',
    { model, ...freeChoice(plainTools(model)) },
  ],
});
