import { createHash } from 'node:crypto';
import { DEPENDENT_MEMBERS } from './carriers.ts';
import type { Constraint } from './constraints.ts';
import { places } from './edit.ts';
import { minimalRequest } from './minimal-request.ts';
import { type PlannedCompletion, planned } from './planned.ts';

/** Other carriers that are tried at most: what is refused costs nothing, and the run asked for most of them anyway. */
const TRIED_AT_MOST = 12;

/**
 * Requests of the run in which a constraint can be broken, the smallest first. Left out are those that cost more than one
 * short answer, and those where more than the breach would change: a stream is refused in its own way, a second limit
 * would stand beside the token that a probe asks for, and a choice that names a tool may rest on what is broken.
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
  const size = ({ body }: PlannedCompletion) => JSON.stringify(body).length;
  const smallest = usable.sort((a, b) => size(a) - size(b)).slice(0, TRIED_AT_MOST);
  const bare = top === 'messages' && usual.body.tools !== undefined ? otherConversations(usual) : [];
  return [...smallest, ...bare, ...barestOf({ path }, usual)];
}

/**
 * The same request with nothing that could be left out of the part that is looked at, or of what it needs beside it, where
 * there is such a thing.
 */
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
      // One name for one body: constraints that have it in common ask for it once.
      const name = `${id}/barest-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
      return planned(name, `a request with the least of ${member}`, smaller, judgedBy);
    });
}

/**
 * The conversation with a call in other ways, as all that is looked at is in the messages: without the tools that it speaks
 * of, with words beside the call, and without its result, which belongs there but need not be asked for; and with nothing
 * in it that a service might trip over.
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
