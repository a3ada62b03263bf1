import type { CheckLine, DiscoveryLine, EndLine, RecordLine, RunLine } from '../vocabulary/record.ts';
import { isRepetition } from '../vocabulary/target.ts';
import { createCostMeter } from './cost.ts';
import type { Flight } from './own-time.ts';
import { createTimingMeter } from './timings.ts';

/** The lines of a journal, from the first in each call. */
export type Lines = () => AsyncIterable<RecordLine>;

/** The journal lacks the data of a report. */
export class NoRun extends Error {
  override name = 'NoRun';
}

const NAMING = new Set(['server', 'via', 'x-powered-by', 'openai-version', 'x-served-by']);

/** The result of the first reading of a journal; no bodies. */
export interface RecordedRun {
  run: RunLine;
  end: EndLine | undefined;
  results: Map<string, CheckLine>;
  discovery: DiscoveryLine;
  headers: Map<string, string>;
  meter: ReturnType<typeof createCostMeter>;
  timings: ReturnType<typeof createTimingMeter>;
  repeated: Set<string>;
  /** Every exchange by id: its time and owner. */
  flights: Map<string, Flight>;
  lastAt: number;
}

/** Reads a journal once. Rejects with `NoRun` if it has no first line. */
export async function readRecordedRun(lines: Lines): Promise<RecordedRun> {
  let digest: RecordedRun | undefined;
  for await (const line of lines()) {
    if (line.type === 'run') {
      digest ??= {
        run: line,
        end: undefined,
        results: new Map(),
        discovery: { type: 'discovery' },
        headers: new Map(),
        meter: createCostMeter(line.settings.prices),
        timings: createTimingMeter(),
        repeated: new Set(),
        flights: new Map(),
        lastAt: line.startedAt,
      };
    } else if (!digest) {
      throw new NoRun('the journal does not start with a run');
    } else if (line.type === 'exchange') {
      addExchange(digest, line);
    } else if (line.type === 'check') {
      digest.results.set(line.id, line);
      digest.lastAt = Math.max(digest.lastAt, line.startedAt + line.durationMs);
    } else if (line.type === 'discovery') {
      const names = { ...digest.discovery.names, ...line.names };
      Object.assign(digest.discovery, line, Object.keys(names).length > 0 && { names });
    } else {
      digest.end = line;
    }
  }
  if (!digest) throw new NoRun('the journal is empty');
  return digest;
}

function addExchange(digest: RecordedRun, line: Extract<RecordLine, { type: 'exchange' }>): void {
  digest.meter.add(line);
  digest.timings.add(line);
  if (isRepetition(line.owner)) digest.repeated.add(line.id);
  const to = line.startedAt + line.timing.endMs;
  digest.flights.set(line.id, { owner: line.owner, from: line.startedAt, to });
  digest.lastAt = Math.max(digest.lastAt, to);
  for (const [name, value] of line.response?.headers ?? []) {
    const key = name.toLowerCase();
    if (NAMING.has(key) && !digest.headers.has(key)) digest.headers.set(key, value);
  }
}
