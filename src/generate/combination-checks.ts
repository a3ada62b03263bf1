import type { Check, Interview } from '../check.ts';
import { acceptance } from '../judge/acceptance.ts';
import { firstAccepted, outcome } from './acceptance-checks.ts';
import { type PlannedCompletion, plainRow, wasAccepted } from './ask.ts';
import { corpusOf } from './corpus-of.ts';
import { single, singleConversation } from './single.ts';

/** Refused combinations whose members are asked for one by one, at most: what is accepted alone is paid for. */
const TAKEN_APART = 4;

/** The control of all others. */
export const plainCheck: Check = {
  id: 'request/accepts-plain',
  title: 'The plainest request is accepted',
  clauses: ['2.1', '4.1'],
  level: 'must',
  about:
    'One short user message, a model and a small limit. Everything but a 2xx fails; most other checks of requests rest on this one.',
  async run(t) {
    const row = plainRow(t.model);
    await t.verify(
      async (ask) => ({ exchange: await outcome(ask, row), what: 'the plainest request' }),
      acceptance,
    );
  },
};

/** Kinds of conversation: who speaks, with or without a name, calls and their results. */
export const conversationsCheck: Check = {
  id: 'request/accepts-conversations',
  title: 'Conversations of system, user, assistant and tool messages are accepted',
  clauses: ['2.2', '2.3'],
  level: 'must',
  profile: 'standard',
  needs: ['request/accepts-plain'],
  about:
    'Every kind of conversation in the requests of the run (turns, names, replayed calls with their results, text beyond ASCII) must have been accepted in one of them. Where all were refused, the conversation without anything optional decides, and refusing it fails.',
  async run(t) {
    const kinds = new Map<string, PlannedCompletion[]>();
    for (const row of corpusOf(t)) {
      const kind = kindOf(row.body.messages);
      kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
    }
    await t.verifyEach(
      [...kinds].map(([kind, rows]) => async (ask) => ({
        exchange: await firstAccepted(ask, rows, singleConversation(rows[0]!.body)),
        what: `a conversation of ${kind}`,
      })),
      acceptance,
    );
  },
};

/** Combinations are judged only when each of their members is accepted alone. */
export const combinationsCheck: Check = {
  id: 'request/accepts-combinations',
  title: 'Members that are accepted one by one are accepted together',
  clauses: ['2.1'],
  level: 'must',
  profile: 'standard',
  needs: ['request/accepts-plain'],
  about:
    'Requests in which every compatible pair of kinds of values of two optional members occurs. A refused one is taken apart: when each of its members is accepted alone, refusing them together warns; a server error fails; otherwise the check of the refused member says so.',
  async run(t) {
    const rows = corpusOf(t).filter((row) => row.judgedBy === 'request/accepts-combinations');
    const answers = await Promise.allSettled(rows.map((row) => outcome(t, row)));
    const bad: PlannedCompletion[] = [];
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 'rejected') throw answer.reason;
      if (!wasAccepted(answer.value)) bad.push(rows[i]!);
      else t.held(answer.value);
    }
    const judged: PlannedCompletion[] = [];
    for (const row of bad.slice(0, TAKEN_APART)) if (await togetherOnly(t, row)) judged.push(row);
    if (judged.length === 0) return;
    await t.verifyEach(
      judged.map((row) => async (ask) => ({
        exchange: await outcome(ask, row),
        what: `a combination: ${JSON.stringify(optional(row.body))}`,
        excuse: 'each of its members is accepted alone',
      })),
      acceptance,
    );
  },
};

/** True when every optional member of a refused request is accepted alone. */
async function togetherOnly(t: Interview, row: PlannedCompletion): Promise<boolean> {
  for (const member of Object.keys(optional(row.body)))
    if (!wasAccepted(await outcome(t, single(member, row.body)))) return false;
  return wasAccepted(await outcome(t, singleConversation(row.body)));
}

function optional({ model: _, messages: __, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/** Who speaks, and what is special about it. */
function kindOf(messages: unknown): string {
  const list = messages as Record<string, unknown>[];
  const marks = [
    list.some((m) => m.name !== undefined) ? 'a name' : '',
    list.some((m) => m.reasoning !== undefined) ? 'reasoning' : '',
    list.some((m) => m.content === undefined) ? 'a call without content' : '',
    list.some((m) => (m.tool_calls as { type?: string }[] | undefined)?.some((c) => c.type === undefined))
      ? 'a call without type'
      : '',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the bounds of ASCII
    /[^\x00-\x7f]/.test(JSON.stringify(list)) ? 'text beyond ASCII' : '',
  ].filter(Boolean);
  const roles = list.map((m) => m.role).join(', ');
  return marks.length > 0 ? `${roles}, with ${marks.join(', ')}` : roles;
}
