import { validate } from '../../../src/contract/schemas.ts';
import { PLAIN_MODEL } from '../catalogue.ts';
import type { CompletionRequest } from '../completion-types.ts';

/**
 * An accepted body that violates the published schema, as a lenient service would read it: unusable members count
 * as absent. Does not change a valid body.
 */
export function repair(body: unknown): CompletionRequest {
  const own: Record<string, unknown> =
    body !== null && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {};
  for (const { pointer, keyword } of validate('completion-request', own)) {
    const member = pointer.split('/')[1];
    // Null and unknown members are harmless, and deviations use them.
    if (member === undefined || keyword === 'additionalProperties' || own[member] === null) continue;
    if (member === 'messages' && Array.isArray(own.messages)) own.messages = own.messages.map(asMessage);
    else if (member !== 'messages' && member !== 'model') delete own[member];
  }
  if (typeof own.model !== 'string') own.model = PLAIN_MODEL;
  if (!Array.isArray(own.messages)) own.messages = [];
  return own as CompletionRequest;
}

function asMessage(value: unknown): CompletionRequest['messages'][number] {
  const message = value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  const text = (member: string) => (typeof message[member] === 'string' ? { [member]: message[member] } : {});
  return { role: 'user', ...text('role'), ...text('content'), ...text('name'), ...text('tool_call_id') };
}
