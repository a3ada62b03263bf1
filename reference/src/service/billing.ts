import type { Behaviour } from '../behaviour.ts';
import { hash } from '../chance.ts';
import type { Answer } from '../completion/answer.ts';
import type { CompletionRequest } from '../completion-types.ts';
import type { ServiceRequest } from '../message.ts';
import type { UsageStore } from '../store/usage-store.ts';
import type { Wallets } from '../store/wallets.ts';
import type { EntryOrigin, UsageEntry } from '../usage-record.ts';

/** Prompts that are cached for the reduced rate. */
const REMEMBERED = 1_000;

/** Counts completions: in the usage of their day and in the wallet. */
export interface Billing {
  /** `sent` is the share of the response that reached the client: 1 unless it disconnected. */
  bill(answer: Answer, body: CompletionRequest, sent: number, request: ServiceRequest): void;
  /** Counts the usage of a rejected completion, which is none. */
  refused(entries: readonly UsageEntry[], request: ServiceRequest): void;
}

/** Creates the billing of one service. A repeated prompt is billed at the cached rate (spec 1). */
export function createBilling(behaviour: Behaviour, store: UsageStore, wallets: Wallets): Billing {
  const seen = new Set<number>();
  const record = (entry: UsageEntry, request: ServiceRequest) => {
    store.record(entry, request.service.clock.now() + behaviour.lagMs(entry, request));
  };
  return {
    bill({ generation, model, streamed }, body, sent, request) {
      const account = request.account!;
      const choiceTokens = generation.choices.map((choice) => choice.completionTokens);
      const output = Math.ceil(choiceTokens.reduce((sum, tokens) => sum + tokens, 0) * sent);
      const entry: UsageEntry = {
        at: request.service.clock.now(),
        organization: account.organization,
        user: account.user,
        email: account.email,
        model: model.id,
        provider: model.provider,
        source: 'api',
        inputTokens: generation.promptTokens,
        outputTokens: output,
        requests: 1,
      };
      const origin: EntryOrigin = {
        streamed,
        aborted: sent < 1,
        choices: generation.choices.length,
        toolCalls: generation.choices.some((choice) => choice.toolCalls.length > 0),
        reasoning: model.reasons,
        cut: generation.choices.some((choice) => choice.finishReason === 'length'),
        choiceTokens,
      };
      for (const counted of behaviour.account(entry, origin, request)) record(counted, request);
      const prompt = hash(`${model.id} ${JSON.stringify(body.messages)}`);
      const cached = seen.has(prompt) ? generation.promptTokens : 0;
      if (seen.size < REMEMBERED) seen.add(prompt);
      wallets.charge(account.organization, model.id, {
        input: generation.promptTokens - cached,
        cached,
        output,
      });
    },
    refused(entries, request) {
      for (const entry of entries) record(entry, request);
    },
  };
}
