import type { ExchangeLine } from '../vocabulary/record.ts';
import type { Prices } from '../vocabulary/settings.ts';
import type { ReportCost } from './model.ts';

const COMPLETIONS = /\/chat\/completions(?:\?|$)/;
const TRANSIENT = new Set([408, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529]);

/** Sums up what a run cost, exchange by exchange. */
export interface CostMeter {
  add(exchange: ExchangeLine): void;
  total(): ReportCost;
}

/** `prices` are USD per 1M tokens; without them no money is named. */
export function createCostMeter(prices: Prices | undefined): CostMeter {
  const cost: ReportCost = {
    requests: 0,
    billed: 0,
    tokensAllowed: 0,
    tokensReported: { prompt: 0, completion: 0, total: 0 },
    transient: {},
  };
  return {
    add(exchange) {
      cost.requests++;
      const { response, failure, billable } = exchange;
      const passing = failure ? failure.kind : TRANSIENT.has(response?.status ?? 0) && `${response?.status}`;
      if (passing) cost.transient[passing] = (cost.transient[passing] ?? 0) + 1;
      if (billable) cost.tokensAllowed += billable.tokens * billable.choices;
      const success = response && response.status >= 200 && response.status < 300;
      if (!success || exchange.request.method !== 'POST' || !COMPLETIONS.test(exchange.request.url)) return;
      cost.billed++;
      const usage = 'text' in response.body ? usageIn(response.body.text) : undefined;
      if (!usage) return;
      cost.tokensReported.prompt += whole(usage.prompt_tokens);
      cost.tokensReported.completion += whole(usage.completion_tokens);
      cost.tokensReported.total += whole(usage.total_tokens);
    },
    total() {
      if (!prices) return cost;
      const { prompt, completion } = cost.tokensReported;
      const usd = Number(((prompt * prices.input + completion * prices.output) / 1e6).toFixed(6));
      return { ...cost, usd, prices };
    },
  };
}

/** The usage that an answer reports: that of the JSON body, or of the last chunk of a stream that has one. */
function usageIn(text: string): Record<string, unknown> | undefined {
  if (!text.includes('"usage"')) return undefined;
  const whole = usageOf(text);
  if (whole) return whole;
  const line = text.split(/\r?\n/).findLast((l) => l.startsWith('data:') && l.includes('"usage"'));
  return line === undefined ? undefined : usageOf(line.slice(5));
}

function usageOf(json: string): Record<string, unknown> | undefined {
  try {
    const usage: unknown = (JSON.parse(json) as { usage?: unknown } | null)?.usage;
    return typeof usage === 'object' && usage !== null ? (usage as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A count that a service reported, or 0 when it is none: foreign numbers must not spoil a sum. */
function whole(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e12
    ? (value as number)
    : 0;
}
