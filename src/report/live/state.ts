import { billed } from '../../vocabulary/billed.ts';
import { capsOf } from '../../vocabulary/caps.ts';
import { bodyText, type Exchange } from '../../vocabulary/exchange.ts';
import type { CheckLine, EndLine } from '../../vocabulary/record.ts';
import { reportedUsage } from '../../vocabulary/reported.ts';
import type { Settings } from '../../vocabulary/settings.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';

/** The state of a run; times in epoch milliseconds. */
export type RunState = ReturnType<typeof createRunState>;

/** Fewer requests do not show a pace. */
const FEW = 10;
/** A run that sends more than planned is not at its end. */
const ALMOST = 0.99;

/** A run of so many checks that begins now. */
export function createRunState(settings: Settings, total: number, now: () => number) {
  const { prices, timeouts } = settings;
  const counts = new Map<Verdict, number>();
  const verdicts = new Map<string, Verdict>();
  const open = new Map<string, { label: string; since: number }>();
  const pauses = new Set<{ what: string; until: number }>();
  const state = {
    startedAt: now(),
    checks: { done: 0, total, counts },
    requests: 0,
    /** Billed completions, and their limit. */
    billed: { completions: 0, most: capsOf(settings).completions },
    tokens: 0,
    /** The price of those tokens, if prices were given. */
    usd: prices && 0,
    /** Planned requests, once they are known. */
    planned: undefined as number | undefined,
    /** Milliseconds per request at the best pace so far; unknown at the start. */
    bestPace: undefined as number | undefined,
  };
  let shown = 0;
  const spend = (exchange: Exchange) => {
    const { completions } = billed(exchange);
    if (completions === 0) return;
    state.billed.completions += completions;
    const usage = reportedUsage(bodyText(exchange));
    if (!usage) return;
    state.tokens += usage.total;
    if (prices && state.usd !== undefined)
      state.usd += (usage.prompt * prices.input + usage.completion * prices.output) / 1e6;
  };
  return Object.assign(state, {
    sent({ id, label }: { id: string; label: string }) {
      open.set(id, { label, since: now() });
    },
    exchange(exchange: Exchange) {
      open.delete(exchange.id);
      state.requests += 1;
      const pace = (now() - state.startedAt) / state.requests;
      if (state.requests >= FEW) state.bestPace = Math.min(pace, state.bestPace ?? pace);
      spend(exchange);
    },
    waits(what: string, until: number) {
      const pause = { what, until };
      pauses.add(pause);
      return () => void pauses.delete(pause);
    },
    /** The oldest pending response, and their number. */
    answer() {
      // A map keeps its insertion order: the first one was sent first.
      const [first] = open.values();
      return first && { ...first, until: first.since + timeouts.totalMs, many: open.size };
    },
    /** Progress from 0 to 1; it never falls, and is 1 when every check has ended. */
    share() {
      const { done, total } = state.checks;
      if (total > 0 && done >= total) return 1;
      // Many checks end at once, while requests grow evenly.
      const grown = state.planned === undefined ? done / total : state.requests / state.planned;
      shown = Math.max(shown, Math.min(grown, ALMOST));
      return shown;
    },
    /** The longest wait for anything else. */
    pause: () => [...pauses].sort((a, b) => b.until - a.until)[0],
    /** A second result of a check replaces its first. */
    result({ id, verdict }: CheckLine) {
      const before = verdicts.get(id);
      if (before !== undefined) counts.set(before, counts.get(before)! - 1);
      verdicts.set(id, verdict);
      state.checks.done = verdicts.size;
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    },
    plan({ requests }: NonNullable<EndLine['planned']>) {
      state.planned = requests;
    },
  });
}
