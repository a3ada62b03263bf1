import { isObject, list, member as memberOf, text } from '../judge/json.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import { bodyText, isSuccess } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { begun, completion, isAcceptedWithType, plainRow } from './ask.ts';
import { describedBy, firstOnly } from './description.ts';
import { withoutControls } from './prompts.ts';
import { single, singleConversation } from './single.ts';

/** Why a service may reject a member for this model, or undefined if nothing justifies it. */
export async function permittedRefusal(
  context: CheckContext,
  ask: Requester,
  member: string,
  body: Record<string, unknown>,
): Promise<string | undefined> {
  const model = String(body.model);
  if (member === 'tool_choice' && isObject(body.tool_choice)) {
    if (await isAcceptedWithType(ask, body)) return undefined;
    return 'the second published description lists only the three strings of tool_choice';
  }
  if (body.tools !== undefined && (await demandsRequired(ask, body)))
    return 'accepted with "required" in the parameters, which the contract does not call optional';
  if (firstOnly().includes(member) && (await describedBy(ask, model)) === 'second')
    return `the second published description does not list ${firstOnly().join(', ')}`;
  const reasons = await doesReason(context, ask, model);
  if (member === 'reasoning_effort' && !reasons) return 'the model does not reason';
  if (NOT_WHILE_REASONING.includes(member) && reasons)
    return 'this model reasons, and services may decide by model';
  return undefined;
}

/** Parts of a conversation that services may reject, each with the conversation without it. */
const TURNS: readonly (readonly [
  why: string,
  without: (turn: Record<string, unknown>) => Record<string, unknown>,
])[] = [
  [
    'accepted without the text beside the call: some chat templates allow one of the two',
    (turn) => (turn.tool_calls ? withoutContent(turn) : turn),
  ],
  [
    'accepted without control characters in the text: firewalls and databases may reject them',
    (turn) => ('content' in turn ? { ...turn, content: withoutControls(turn.content) } : turn),
  ],
];

/**
 * Why a service may reject a conversation: it is accepted without a part of it. Undefined if nothing justifies it.
 */
export async function permittedTurn(
  ask: Requester,
  conversation: PlannedCompletion,
): Promise<string | undefined> {
  const messages = list(conversation.body.messages);
  for (const [why, without] of TURNS) {
    const left = messages.map((turn) => (isObject(turn) ? without(turn) : turn));
    if (JSON.stringify(left) === JSON.stringify(messages)) continue;
    if (await isTaken(ask, singleConversation({ ...conversation.body, messages: left }))) return why;
  }
  return undefined;
}

const withoutContent = ({ content: _, ...turn }: Record<string, unknown>) => turn;

/** Whether a request is accepted, by status only: another check reports truncated responses. */
const isTaken = async (ask: Requester, row: PlannedCompletion): Promise<boolean> =>
  isSuccess(await completion(ask, row).catch(begun));

/** Whether tools are rejected because `required` is missing in their parameters, for which 2.4 gives no default. */
async function demandsRequired(ask: Requester, body: Record<string, unknown>): Promise<boolean> {
  const filled = list(body.tools).map(withRequired);
  if (JSON.stringify(filled) === JSON.stringify(body.tools)) return false;
  if (await isTaken(ask, single('tools', body))) return false;
  return isTaken(ask, single('tools', { ...body, tools: filled }));
}

function withRequired(tool: unknown): unknown {
  const made = memberOf(tool, 'function');
  const parameters = memberOf(made, 'parameters');
  if (!isObject(tool) || !isObject(made) || !isObject(parameters)) return tool;
  return { ...tool, function: { ...made, parameters: { required: [], ...parameters } } };
}

/** Whether a model reasons: the user named it so, or its plain completion shows reasoning. */
async function doesReason(context: CheckContext, ask: Requester, model: string): Promise<boolean> {
  if (model === context.reasoningModel) return true;
  // For another model than the first one, its own plain completion shows it.
  const beside = context.planned.find((row) => row.body.model === model && row.id.startsWith('plain@'));
  const answer = await completion(ask, beside ?? plainRow(context.model));
  try {
    const message = memberOf(list(memberOf(parseJson(bodyText(answer)), 'choices'))[0], 'message');
    return Boolean(text(memberOf(message, 'reasoning')) || text(memberOf(message, 'reasoning_content')));
  } catch {
    return false;
  }
}

/** Members that services reject for reasoning models. */
export const NOT_WHILE_REASONING: readonly string[] = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
];
