import { completionSpec, plainRow, planned, wasAccepted } from '../../src/requests/ask.ts';
import type { Json } from '../../src/requests/edit.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { replayedCall } from './client-values.ts';
import { observeAnswer } from './observe.ts';
import { openAnswer } from './open-answer.ts';

/** Two points of tool loops: asked together, and each alone only if both together are rejected. */
function loopCheck(
  part: Pick<Check, 'title' | 'about'> & {
    id: `request/open-${string}`;
    clause: string;
    point: (model: string) => readonly [key: string, what: string, body: Json];
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
      const [key, what, body] = part.point(model);
      const both = { ...replayedCall(model), tools: strictTools(model), max_tokens: 1 };
      const why = 'a replayed call with null content, and strict tools';
      const together = await openAnswer(context, 'loop', completionSpec(planned('loop', why, both)));
      if (wasAccepted(together)) context.observe(key, 'accepted', together);
      else await observeAnswer(context, key, completionSpec(planned(key, what, body)), what);
    },
  };
}

/** The tools of a tool loop with the members that schema helpers of clients add. */
const strictTools = (model: string): Json[] =>
  (replayedCall(model).tools as { function: Json }[]).map((tool) => {
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
    'Sends strict in a function, and additionalProperties and $schema in its parameters, as schema helpers of clients do. Records the status.',
  clause: '2.4',
  point: (model) => [
    'tool-members',
    'strict, additionalProperties and $schema in a tool',
    { ...plainRow(model).body, tools: strictTools(model), max_tokens: 1 },
  ],
});
