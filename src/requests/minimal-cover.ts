import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';

/** Rows, the one with the most features first, until every feature is covered. */
export function minimalCover(rows: readonly PlannedCompletion[]): PlannedCompletion[] {
  const shown = rows.map((row) => ({ row, traits: traitsOf(row) }));
  const left = new Set(shown.flatMap(({ traits }) => traits));
  const chosen: PlannedCompletion[] = [];
  while (left.size > 0) {
    const news = shown.map(({ traits }) => traits.filter((trait) => left.has(trait)).length);
    const best = shown[news.indexOf(Math.max(...news))]!;
    chosen.push(best.row);
    for (const trait of best.traits) left.delete(trait);
  }
  return chosen;
}

/**
 * Features that a service may evaluate before authentication: members, roles, the model, kinds of tools and
 * formats, and exact responses, which may be cached; streamed or not.
 */
export function traitsOf({ body, choices }: PlannedCompletion): string[] {
  const messages = body.messages as { role: string }[];
  const { stream, messages: _, model, ...members } = body;
  const found = [
    `model ${model}`,
    `last ${messages.at(-1)?.role}`,
    ...messages.map(({ role }) => `role ${role}`),
    ...Object.keys(members),
    ...(choices > 1 ? ['choices'] : []),
    ...(body.temperature === 0 && stream !== true ? ['exact'] : []),
    ...(body.tools ? [`choice ${choiceOf(body)}`] : []),
    ...(body.response_format ? [`format ${(body.response_format as { type?: string }).type}`] : []),
  ];
  return [...new Set(found)].map((trait) => (stream === true ? `streamed ${trait}` : trait));
}

function choiceOf({ tool_choice: given }: PlannedCompletion['body']): string {
  return typeof given === 'object' ? 'named' : String(given);
}

/** The features of a row, in words. */
export function describeRow({ body }: PlannedCompletion): string {
  const { stream, messages: _, model: __, ...members } = body;
  return `a ${stream === true ? 'stream' : 'completion'} with ${Object.keys(members).join(', ')}`;
}
