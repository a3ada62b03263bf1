import { list, member as memberOf, text } from '../judge/json.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import { bodyText } from '../vocabulary/exchange.ts';
import { completion, plainRow } from './ask.ts';
import { describedBy, firstOnly } from './description.ts';

/** Members that services switch off for models that reason. */
const NOT_WHILE_REASONING = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
];

/** Why a service may refuse a member for this model, or undefined when nothing excuses it. */
export async function permittedRefusal(
  context: CheckContext,
  ask: Requester,
  member: string,
  body: Record<string, unknown>,
): Promise<string | undefined> {
  const model = String(body.model);
  const objectChoice = member === 'tool_choice' && typeof body.tool_choice === 'object';
  if (objectChoice && (await describedBy(ask, model)) === 'second')
    return 'the second published description has no object form of tool_choice';
  if (firstOnly().includes(member) && (await describedBy(ask, model)) === 'second')
    return `the second published description does not list ${firstOnly().join(', ')}`;
  const reasons = await doesReason(context, ask, model);
  if (member === 'reasoning_effort' && !reasons) return 'the model does not reason';
  if (NOT_WHILE_REASONING.includes(member) && reasons)
    return 'services decide by model, and this one reasons';
  return undefined;
}

/** Whether a model reasons: the user named it so, or its plain answer shows reasoning. */
async function doesReason(context: CheckContext, ask: Requester, model: string): Promise<boolean> {
  if (model === context.reasoningModel) return true;
  const answer = await completion(ask, plainRow(context.model));
  try {
    const message = memberOf(list(memberOf(JSON.parse(bodyText(answer)), 'choices'))[0], 'message');
    return Boolean(text(memberOf(message, 'reasoning')) || text(memberOf(message, 'reasoning_content')));
  } catch {
    return false;
  }
}
