import type { ExchangeLine } from '../vocabulary/record.ts';
import type { ReportTimings } from './model.ts';

/** Upper edges of the duration classes in milliseconds: each about half as much again. */
export const EDGES: readonly number[] = [
  5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000,
  15_000, 30_000, 60_000, 120_000,
];

type Endpoint = ReportTimings['endpoint'];
type Measure = ReportTimings['measure'];

/**
 * Collects the durations of successful responses by endpoint. Only responses with 200 are measured, since errors are quick and not what a user waits for. For a stream, the
 * time to its first byte and to its end; otherwise the time to its end. Times are milliseconds from the request.
 */
export function createTimingMeter() {
  const times = new Map<string, { endpoint: Endpoint; measure: Measure; values: number[] }>();
  const note = (endpoint: Endpoint, measure: Measure, ms: number | undefined) => {
    if (ms === undefined || !Number.isFinite(ms) || ms < 0) return;
    const key = `${endpoint} ${measure}`;
    const known = times.get(key) ?? { endpoint, measure, values: [] };
    known.values.push(ms);
    times.set(key, known);
  };
  return {
    add({ request, response, failure, timing }: ExchangeLine) {
      if (failure || response?.status !== 200) return;
      const endpoint = endpointOf(request.url, response.headers);
      if (endpoint === undefined) return;
      if (endpoint === 'stream') note(endpoint, 'first byte', timing.firstByteMs);
      note(endpoint, 'whole answer', timing.endMs);
    },
    total: () => [...times.values()].map(summary),
  };
}

function endpointOf(url: string, headers: readonly (readonly [string, string])[]): Endpoint | undefined {
  if (/\/chat\/completions(?:\?|$)/.test(url)) {
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    return /^text\/event-stream/i.test(type) ? 'stream' : 'completion';
  }
  return /\/usage\/(stats|summary|export)(?:\?|$)/.exec(url)?.[1] as Endpoint | undefined;
}

function summary({
  endpoint,
  measure,
  values,
}: Pick<ReportTimings, 'endpoint' | 'measure'> & { values: number[] }): ReportTimings {
  const sorted = Float64Array.from(values).sort();
  // The nearest rank: a value that was measured.
  const at = (share: number) =>
    Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]! * 10) / 10;
  const classes = new Map<number, number>();
  for (const ms of sorted) {
    const edge = EDGES.find((e) => ms <= e) ?? Number.POSITIVE_INFINITY;
    classes.set(edge, (classes.get(edge) ?? 0) + 1);
  }
  return {
    endpoint,
    measure,
    count: sorted.length,
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
    // The class above the last edge has none.
    classes: [...classes].map(([edge, count]) => ({ ...(Number.isFinite(edge) && { upToMs: edge }), count })),
  };
}
