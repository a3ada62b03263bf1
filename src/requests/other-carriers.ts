import { createHash } from 'node:crypto';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import type { Constraint } from './constraints.ts';
import { places } from './edit.ts';
import { minimalRequest } from './minimal-request.ts';
import { bySize } from './rows.ts';
import { DEPENDENT_MEMBERS } from './single.ts';

/** Maximum number of other carriers: rejections are free, and the run sends most of them anyway. */
const TRIED_AT_MOST = 12;

/**
 * Requests of the run in which a constraint can be violated, the smallest first. Excluded are those that cost more
 * than one short completion, and those where more than the violation would change: streams are rejected
 * differently, a second limit would add to the probe's token, and a choice that names a tool may depend on the
 * violated part.
 */
export function otherCarriers(
  { path }: Pick<Constraint, 'path'>,
  usual: PlannedCompletion,
  rows: readonly PlannedCompletion[],
): PlannedCompletion[] {
  const [top = ''] = path;
  const companion = DEPENDENT_MEMBERS[top];
  const usable = rows.filter(
    ({ id, body, choices }) =>
      id !== usual.id &&
      body.model === usual.body.model &&
      body.stream !== true &&
      body.max_completion_tokens === undefined &&
      choices === 1 &&
      (top === 'tool_choice' || typeof body.tool_choice !== 'object') &&
      (companion === undefined || companion in body) &&
      (path.length === 1 || places(body, path, false).length > 0),
  );
  const smallest = bySize(usable).slice(0, TRIED_AT_MOST);
  const bare = top === 'messages' && usual.body.tools !== undefined ? otherConversations(usual) : [];
  return [...smallest, ...bare, ...barestOf({ path }, usual)];
}

/** The same request without optional content in the examined part, or in the parts that it needs. */
function barestOf(
  { path }: Pick<Constraint, 'path'>,
  { id, body, judgedBy }: PlannedCompletion,
): PlannedCompletion[] {
  const [top = '', ...inner] = path;
  const companion = DEPENDENT_MEMBERS[top];
  const least: [string, Record<string, unknown>][] = [];
  if (inner.length > 0 && top !== 'messages') least.push([top, minimalRequest(body, top, inner)]);
  if (companion !== undefined) least.push([companion, minimalRequest(body, companion)]);
  return least
    .map(([member, smaller]) => ({ member, smaller, text: JSON.stringify(smaller) }))
    .filter(({ text }) => text !== JSON.stringify(body))
    .map(({ member, smaller, text }) => {
      // One name per body: constraints share its request.
      const name = `${id}/barest-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
      return planned(name, `a request with the least of ${member}`, smaller, judgedBy);
    });
}

/**
 * The conversation with a call in other forms: without the tools, with text in addition to the call, without its
 * result, and without anything that a service might reject.
 */
function otherConversations({ id, body, judgedBy }: PlannedCompletion): PlannedCompletion[] {
  const { tools: _, tool_choice: __, ...others } = body;
  const messages = body.messages as Record<string, unknown>[];
  const worded = messages.map((m) => (m.tool_calls ? { ...m, content: 'Let me look.' } : m));
  const user = { role: 'user', content: 'Never mind. Say hello.' };
  const unanswered = [...worded.filter(({ role }) => role !== 'tool'), user];
  const plain = plainCall();
  return [
    planned(`${id}/without-tools`, 'a conversation with a call, without its tools', others, judgedBy),
    planned(
      `${id}/with-words`,
      'a conversation with words beside a call',
      { ...body, messages: worded },
      judgedBy,
    ),
    planned(
      `${id}/without-result`,
      'a conversation with a call, without its result',
      { ...body, messages: unanswered },
      judgedBy,
    ),
    planned(
      `${id}/plain`,
      'the plainest conversation with a call, without its tools',
      { ...others, messages: plain },
      judgedBy,
    ),
    planned(
      `${id}/plain-without-result`,
      'the plainest conversation with a call, without its tools and its result',
      { ...others, messages: [...plain.slice(0, 2), user] },
      judgedBy,
    ),
  ];
}

function plainCall(): Record<string, unknown>[] {
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'weather', arguments: '{"city":"Lima"}' },
  };
  return [
    { role: 'user', content: 'What is the weather?' },
    { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' },
  ];
}
