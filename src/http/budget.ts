import { priceOf } from '../vocabulary/billed.ts';
import { capsOf } from '../vocabulary/caps.ts';
import type { Exchange, FailureKind, RequestSpec } from '../vocabulary/exchange.ts';
import { RUN_BOUNDS, type Settings } from '../vocabulary/settings.ts';
import { BudgetSpent } from '../vocabulary/target.ts';

/**
 * Enforces `--max-requests`, `--max-billed`, `--max-tokens`, `--max-usd`, `--max-received` and `--max-duration` for
 * all requests, just before they are sent. Requests in flight count as spent. A path that is too long is never sent.
 */
export interface Budget {
  /** Reserves the possible cost of the request; throws `BudgetSpent` if it exceeds the budget. */
  reserve(spec: RequestSpec): void;
  /** Counts bytes of a response: received, or decoded, which costs time and disk space. */
  receive(bytes: number): void;
  /** Releases the reserve of a request that was rejected or never sent. */
  settle(exchange: Exchange): void;
}

/** Failures before a request can be sent. */
const NEVER_SENT: ReadonlySet<FailureKind> = new Set(['dns', 'refused', 'connect', 'timeout-connect', 'tls']);

/** Characters of a path with its query. Servers take less; the values of filters come from the service. */
const LONGEST_PATH = 16_384;

/** Characters of a request per input token: fewer than in practice, so that the estimate is high. */
const CHARACTERS_PER_TOKEN = 3;

/** Tokens are the request's limit times its choices; USD needs prices. `now` returns epoch milliseconds. */
export function createBudget(settings: Settings, now: () => number): Budget {
  const { budget, prices } = settings;
  const { received: mostReceived, durationMs } = { ...RUN_BOUNDS, ...budget };
  let received = 0;
  let begun: number | undefined;
  const caps = capsOf(settings);
  let completions = 0;
  let requests = 0;
  let tokens = 0;
  let usd = 0;
  const cost = (billable: Exchange['billable'], inputBytes: number) => {
    if (!billable) return { tokens: 0, usd: 0 };
    const output = billable.tokens * billable.choices;
    const input = inputBytes / CHARACTERS_PER_TOKEN;
    return {
      tokens: output,
      usd: prices ? (output * prices.output + input * prices.input) / 1_000_000 : 0,
    };
  };
  const refuse = (option: string, limit: number): never => {
    throw spent(option, limit);
  };
  return {
    reserve(spec) {
      if (spec.path.length > LONGEST_PATH)
        throw new BudgetSpent(`the address of the request has more than ${LONGEST_PATH} characters`);
      begun ??= now();
      if (now() - begun > durationMs) throw spentTime(durationMs);
      if (received > mostReceived) refuse('--max-received', mostReceived / 1e6);
      const wanted = cost(spec.billable, spec.body?.length ?? 0);
      if (budget.requests !== undefined && requests + 1 > budget.requests) {
        refuse('--max-requests', budget.requests);
      }
      if (budget.tokens !== undefined && spec.billable && tokens + wanted.tokens > caps.tokens) {
        refuse('--max-tokens', caps.tokens);
      }
      if (budget.usd !== undefined && spec.billable && usd + wanted.usd > budget.usd) {
        refuse('--max-usd', budget.usd);
      }
      const price = priceOf(spec);
      if (price.completions > 0 && completions + price.completions > caps.completions) {
        refuse('--max-billed', caps.completions);
      }
      completions += price.completions;
      requests += 1;
      tokens += wanted.tokens;
      usd += wanted.usd;
    },
    receive(bytes) {
      received += bytes;
    },
    settle(exchange) {
      const { request, response, failure } = exchange;
      const { method, url, body } = request;
      // An interrupted request may have been billed; a rejected or unsent one was not.
      const free = response ? response.status >= 300 : failure !== undefined && NEVER_SENT.has(failure.kind);
      if (!free) return;
      completions -= priceOf({ method, path: url, body }).completions;
      const back = cost(exchange.billable, body.length);
      tokens -= back.tokens;
      usd -= back.usd;
    },
  };
}

const spent = (option: string, limit: number) => new BudgetSpent(`the limit ${option} ${limit} is reached`);

export const spentTime = (durationMs: number) => spent('--max-duration', durationMs / 1000);
