import type { Exchange } from '../vocabulary/exchange.ts';

/** What checks of the whole run look back on. */
export interface ExchangeLog {
  note(exchange: Exchange): void;
  ownCompletions(): readonly Exchange[];
  leaks(): readonly Exchange[];
  completionStatuses(): ReadonlyMap<number, Exchange>;
  /** True when any request got a status line. */
  answered(): boolean;
}

const COMPLETION_PATH = /\/api\/v1\/chat\/completions$/;
/** The published variant of the path: what it completes is billed too. */
const BILLED_PATH = /\/v1\/chat\/completions\/?$/;

/** Keeps the exchanges that later checks ask about; all others are let go, so that memory does not grow with them. */
export function createExchangeLog(): ExchangeLog {
  const completions: Exchange[] = [];
  const leaks: Exchange[] = [];
  const statuses = new Map<number, Exchange>();
  let answered = false;
  return {
    note(exchange) {
      if (exchange.response) answered = true;
      if (exchange.response?.leaks?.length) leaks.push(exchange);
      if (exchange.request.method !== 'POST' || !BILLED_PATH.test(exchange.request.url)) return;
      if (exchange.credential === 'main') completions.push(exchange);
      if (!COMPLETION_PATH.test(exchange.request.url)) return;
      if (exchange.response && !statuses.has(exchange.response.status))
        statuses.set(exchange.response.status, exchange);
    },
    ownCompletions: () => completions,
    leaks: () => leaks,
    completionStatuses: () => statuses,
    answered: () => answered,
  };
}
