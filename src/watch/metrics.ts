import { Counter, Gauge, Registry } from 'prom-client';
import { VERDICTS } from '../vocabulary/verdict.ts';
import { OUTCOMES, type WatchState } from './state.ts';

const QUANTILES = [
  ['0.5', 'p50'],
  ['0.9', 'p90'],
  ['0.99', 'p99'],
  ['1', 'max'],
] as const;

/** The Prometheus metrics of a watch, computed from its state, so that counters continue after an interruption. */
export function metricsOf(state: WatchState, perDay: number): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `chatspec_${name}`, help, labelNames, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `chatspec_${name}`, help, labelNames, registers });

  const rounds = counter('rounds_total', 'Rounds by outcome', ['outcome']);
  for (const outcome of OUTCOMES) rounds.inc({ outcome }, state.totals[outcome] ?? 0);
  counter('billed_completions_total', 'Billed completions').inc(state.billedInAll);
  gauge('billed_completions_today', 'Billed completions since midnight UTC').set(state.billedToday);
  gauge('billed_completions_per_day', 'Maximum of billed completions per day').set(perDay);

  const last = state.rounds.at(-1);
  if (!last) return registry;
  const outcome = gauge('outcome', '1 for the outcome of the last round', ['outcome']);
  for (const one of OUTCOMES) outcome.set({ outcome: one }, last.outcome === one ? 1 : 0);
  const started = Date.parse(last.startedAt) / 1000;
  gauge('last_round_timestamp_seconds', 'End of the last round').set(started + last.durationMs / 1000);
  gauge('last_round_duration_seconds', 'Duration of the last round').set(last.durationMs / 1000);
  gauge('last_round_requests', 'Requests of the last round').set(last.requests);

  // A round without verdicts has no checks and times: those of the last judged one are used.
  const judged = state.rounds.findLast(({ counts }) => counts !== undefined);
  if (!judged) return registry;
  const checks = gauge('checks', 'Checks of the last judged round by verdict', ['verdict']);
  for (const verdict of VERDICTS) checks.set({ verdict }, judged.counts?.[verdict] ?? 0);
  const failing = gauge('check_failing', '1 for each failed check of the last judged round', ['check']);
  for (const check of judged.failing) failing.set({ check }, 1);
  const latency = gauge('latency_seconds', 'Response time by endpoint', ['endpoint', 'quantile']);
  const first = gauge('time_to_first_chunk_seconds', 'Time to the first byte of streams', ['quantile']);
  for (const timing of judged.timings) {
    for (const [quantile, member] of QUANTILES) {
      const seconds = timing[member] / 1000;
      if (timing.measure === 'whole answer') latency.set({ endpoint: timing.endpoint, quantile }, seconds);
      else if (timing.endpoint === 'stream') first.set({ quantile }, seconds);
    }
  }
  return registry;
}
