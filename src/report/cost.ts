import { restored } from '../record/lines.ts';
import { priceOfAccepted } from '../vocabulary/billed.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';
import { hiddenPrompt, reportedUsage } from '../vocabulary/reported.ts';
import type { Prices } from '../vocabulary/settings.ts';
import { isTransientStatus } from '../vocabulary/transient.ts';
import type { ReportCost } from './model.ts';

/** Exchanges on a connection that was closed because of an unsolicited response. */
const TOO_MANY = 'unsolicited response';

/** Fewer hidden tokens are those of a chat template. */
const LARGE_PROMPT = 50;

/** Sums up what a run cost, exchange by exchange. `prices` are USD per 1M tokens; without them no amount is reported. */
export function createCostMeter(prices: Prices | undefined) {
  const cost: ReportCost = {
    requests: 0,
    received: 0,
    billed: 0,
    tokensAllowed: 0,
    tokensReported: { prompt: 0, completion: 0, total: 0 },
    transient: {},
  };
  const doubted = new Set<string>();
  let hidden = Number.POSITIVE_INFINITY;
  return {
    add(exchange: ExchangeLine) {
      cost.requests++;
      for (const id of exchange.doubted ?? []) doubted.add(id);
      const { response, failure } = exchange;
      cost.received = (cost.received ?? 0) + (response?.wireBytes ?? 0);
      const passing = failure
        ? failure.kind
        : isTransientStatus(response?.status ?? 0) && `${response?.status}`;
      if (passing) cost.transient[passing] = (cost.transient[passing] ?? 0) + 1;
      if (!response || response.status < 200 || response.status > 299) return;
      const { method, url, body } = exchange.request;
      const reported = () => ('text' in response.body ? reportedUsage(response.body.text) : undefined);
      const price = priceOfAccepted(
        { method, path: url, body: restored(body) },
        () => reported()?.completion,
      );
      if (price.completions === 0) return;
      cost.billed += price.completions;
      cost.tokensAllowed += price.tokens;
      const usage = reported();
      if (!usage) return;
      hidden = Math.min(hidden, hiddenPrompt(restored(body), usage) ?? hidden);
      cost.tokensReported.prompt += usage.prompt;
      cost.tokensReported.completion += usage.completion;
      cost.tokensReported.total += usage.total;
    },
    total(): ReportCost {
      if (doubted.size > 0) cost.transient[TOO_MANY] = doubted.size;
      if (hidden >= LARGE_PROMPT && Number.isFinite(hidden)) cost.tokensReported.hiddenInEach = hidden;
      if (!prices) return cost;
      const { prompt, completion } = cost.tokensReported;
      const usd = Number(((prompt * prices.input + completion * prices.output) / 1e6).toFixed(6));
      return { ...cost, usd, prices };
    },
  };
}

/** That prompts have a hidden part, which no limit of tokens counts, in a line; none if they have none. */
export function hiddenPromptWords({ cost: { tokensReported } }: { cost: ReportCost }): string[] {
  const { hiddenInEach: each } = tokensReported;
  return each === undefined
    ? []
    : [
        `Each answer reports about ${each} prompt tokens more than its request has. The limit of reported tokens ignores them.`,
      ];
}

/** So many demands for a slower pace are no coincidence. */
const OFTEN = 5;

/**
 * A recommendation after a service repeatedly demanded a slower pace, in a line, with the resulting pace; none if
 * that was rare.
 */
export function slowerWords({ cost, durationMs }: { cost: ReportCost; durationMs: number }): string[] {
  const { 429: limited = 0, 503: overloaded = 0 } = cost.transient;
  if (limited + overloaded < OFTEN) return [];
  const pace = Math.max(1, Math.floor(cost.requests / Math.max(1, durationMs / 1000)));
  return [`429 or 503 occurred ${limited + overloaded} times: --rps ${pace} starts with a slower pace`];
}
