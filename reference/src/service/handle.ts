import { validate } from '../../../src/contract/schemas.ts';
import { asPublished, type Behaviour, type Step } from '../behaviour.ts';
import { type HostedModel, PLAIN_MODEL } from '../catalogue.ts';
import { type Answer, answerCompletion, modelFor } from '../completion/answer.ts';
import { readBody } from '../completion/read-body.ts';
import type { BodyValidator } from '../completion/validate.ts';
import type { CompletionRequest } from '../completion-types.ts';
import type { Reply, ServiceRequest } from '../message.ts';
import { type Refusal, Refused } from '../refusal.ts';
import type { UsageStore } from '../store/usage-store.ts';
import type { Wallets } from '../store/wallets.ts';
import { answerUsage } from '../usage/answer.ts';
import type { Billing } from './billing.ts';

/** The inputs for handling a request. */
export interface Parts {
  behaviour: Behaviour;
  store: UsageStore;
  wallets: Wallets;
  billing: Billing;
  validate: BodyValidator;
  limitRate(request: ServiceRequest): Refusal | undefined;
  /** Is called with internal errors; the client only gets 500. */
  onError(error: unknown): void;
}

/** A reply, and a callback after it was sent (or a part of it). */
export interface Handled {
  reply: Reply;
  onSent(share: number): void;
}

/** Answers a request: never throws, because internal errors become a 500. */
export function handle(parts: Parts, request: ServiceRequest): Handled {
  const { behaviour } = parts;
  try {
    request.endpoint = endpointOf(behaviour, request);
    if (request.endpoint === 'completions') return complete(parts, request);
    for (const step of behaviour.steps(request)) {
      if (step === 'authenticate') authenticate(parts, request);
      if (step === 'admit') admit(parts, request);
    }
    return plain(behaviour.reply(answerUsage(behaviour, parts.store, request), request));
  } catch (error) {
    const refusal = error instanceof Refused ? error.refusal : unexpected(parts, error);
    if (request.endpoint === 'completions') {
      parts.billing.refused(behaviour.accountRefusal(refusal, request), request);
    }
    return plain(behaviour.reply(refusalReply(behaviour, refusal, request), request));
  }
}

function plain(reply: Reply): Handled {
  return { reply, onSent: () => {} };
}

function complete(parts: Parts, request: ServiceRequest): Handled {
  const { behaviour } = parts;
  let body: CompletionRequest | undefined;
  let model: HostedModel | undefined;
  const steps: Record<Step, () => void> = {
    authenticate: () => authenticate(parts, request),
    admit: () => admit(parts, request),
    read: () => {
      request.json = behaviour.normalize(readBody(behaviour, request), request);
      if (request.json === null || typeof request.json !== 'object' || Array.isArray(request.json)) {
        const message = 'The body must be a JSON object.';
        throw new Refused({
          reason: 'not-an-object',
          message,
          violations: [{ pointer: '', keyword: 'type', message }],
        });
      }
    },
    validate: () => {
      const found = parts.validate(request.json);
      const violations = behaviour.violations(found, request.json, request);
      const [first] = violations;
      if (first) throw new Refused({ reason: 'invalid', message: first.message, violations });
      const fits = found.length === 0 && behaviour.requestSchema === asPublished;
      const usable = fits ? (request.json as CompletionRequest) : repair(request.json);
      body = behaviour.understand(usable, request);
    },
    model: () => {
      model = modelFor(behaviour, body!, request);
    },
    balance: () => {
      const solvent = request.account ? parts.wallets.solvent(request.account.organization) : true;
      if (!behaviour.balance(solvent, request)) {
        throw new Refused({
          reason: 'no-balance',
          message: 'The balance is insufficient; top up the wallet.',
        });
      }
    },
  };
  for (const step of behaviour.steps(request)) steps[step]();
  const answer: Answer = answerCompletion(behaviour, body!, model!, request);
  return {
    reply: behaviour.reply(answer.reply, request),
    onSent: (share) => {
      if (request.account) parts.billing.bill(answer, body!, share, request);
    },
  };
}

function endpointOf(behaviour: Behaviour, request: ServiceRequest): ServiceRequest['endpoint'] & string {
  const endpoint = behaviour.route(request.path, request);
  if (endpoint === undefined)
    throw new Refused({ reason: 'not-found', message: 'There is nothing at this path.' });
  const methods = behaviour.methods(endpoint);
  if (!methods.includes(request.method)) {
    const allow = methods.join(', ');
    throw new Refused({ reason: 'method', message: `This path answers ${allow} only.`, allow });
  }
  return endpoint;
}

function authenticate({ behaviour, wallets }: Parts, request: ServiceRequest): void {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const found = wallets.accounts.find((account) => account.key === token);
  const account = behaviour.authenticate(found, request, wallets.accounts);
  if (account) {
    request.account = account;
    return;
  }
  const reason = request.endpoint === 'completions' ? 'unauthenticated' : 'usage-unauthenticated';
  throw new Refused({ reason, message: 'The API key is missing or invalid.' });
}

function admit({ behaviour, limitRate }: Parts, request: ServiceRequest): void {
  const refusal = behaviour.admit(limitRate(request), request);
  if (refusal) throw new Refused(refusal);
}

function refusalReply(behaviour: Behaviour, refusal: Refusal, request: ServiceRequest): Reply {
  const { contentType, text } = behaviour.errorBody(refusal, request);
  const headers = behaviour.errorHeaders(refusal, request);
  if (contentType !== undefined) headers.unshift(['Content-Type', contentType]);
  const reply = { status: behaviour.status(refusal, request), headers, body: new TextEncoder().encode(text) };
  return behaviour.refuse(reply, refusal, request);
}

/** The client gets no details of the error, which may be confidential. */
function unexpected({ onError }: Parts, error: unknown): Refusal {
  onError(error);
  return { reason: 'server-error', message: 'Something went wrong on our side.' };
}

/**
 * An accepted body that violates the published schema, as a lenient service would read it: unusable members count
 * as absent. Does not change a valid body.
 */
function repair(body: unknown): CompletionRequest {
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
