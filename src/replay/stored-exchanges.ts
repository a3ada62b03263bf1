import { openJournal } from '../record/read.ts';
import { NoRun } from '../report/recorded-run.ts';
import type { CheckLine, EndLine, ExchangeLine, RunLine } from '../vocabulary/record.ts';
import { type Moments, noMoments, noteMoment } from './moments.ts';
import { storedKeys } from './same-request.ts';

/** A stored exchange; `read` reads its line from disk. */
export interface StoredTurn {
  turn: number;
  read(): ExchangeLine;
}

/** A record whose exchanges stay on disk and are found by their requests; results are in memory. */
export interface StoredRun {
  run: RunLine;
  end: EndLine | undefined;
  /** The model that the run found. */
  model: string | undefined;
  results: Map<string, CheckLine>;
  /** The exchanges with one of `storedKeys`, by turn. */
  turnsOf(key: string): readonly StoredTurn[];
  /** When the run was active; of a merged one, when each of its shards was. */
  momentsOf(shard?: number): Moments;
  close(): Promise<void>;
}

/** Opens the record in a report's folder. Rejects with `NoRun` if it does not begin with a run. */
export async function openStoredRun(folder: string): Promise<StoredRun> {
  const turns = new Map<string, StoredTurn[]>();
  const results = new Map<string, CheckLine>();
  const moments = new Map<number | undefined, Moments>();
  let model: string | undefined;
  let run: RunLine | undefined;
  let end: EndLine | undefined;
  const journal = await openJournal(folder);
  try {
    for await (const { line, place } of journal.lines()) {
      if (line.type === 'run') run ??= line;
      else if (line.type === 'check') results.set(line.id, line);
      else if (line.type === 'discovery') model ??= line.model;
      else if (line.type === 'end') end = line;
      else {
        const turn: StoredTurn = { turn: line.turn, read: () => journal.exchangeAt(place) };
        for (const key of storedKeys(line)) {
          const same = turns.get(key);
          if (same) same.push(turn);
          else turns.set(key, [turn]);
        }
        const known = moments.get(line.shard) ?? noMoments();
        noteMoment(known, line);
        moments.set(line.shard, known);
      }
    }
    if (!run) throw new NoRun('the record does not start with a run');
  } catch (error) {
    await journal.close();
    throw error;
  }
  for (const same of turns.values()) same.sort((a, b) => a.turn - b.turn);
  return {
    run,
    end,
    model,
    results,
    turnsOf: (key) => turns.get(key) ?? [],
    momentsOf: (shard) => moments.get(shard) ?? noMoments(),
    close: () => journal.close(),
  };
}
