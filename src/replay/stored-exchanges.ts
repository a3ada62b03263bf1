import { openJournal } from '../record/read.ts';
import { NoRun } from '../report/recorded-run.ts';
import type { CheckLine, DiscoveryLine, EndLine, ExchangeLine, RunLine } from '../vocabulary/record.ts';
import { type Moments, noMoments, noteMoment } from './moments.ts';

/** A record whose exchanges stay on disk and are found by owner; results are in memory. */
export interface StoredRun {
  run: RunLine;
  end: EndLine | undefined;
  discoveries: DiscoveryLine[];
  results: Map<string, CheckLine>;
  /**
   * The exchanges of one owner, by turn; reading one reads its line from disk. Shards of a merged run are separate.
   */
  exchangesOf(owner: string, shard?: number): ReadonlyMap<number, () => ExchangeLine>;
  /** When the run was active; of a merged one, when each of its shards was. */
  momentsOf(shard?: number): Moments;
  close(): Promise<void>;
}

/** Opens the record in a report's folder. Rejects with `NoRun` if it does not begin with a run. */
export async function openStoredRun(folder: string): Promise<StoredRun> {
  const places = new Map<string, Map<number, () => ExchangeLine>>();
  const results = new Map<string, CheckLine>();
  const moments = new Map<number | undefined, Moments>();
  const discoveries: DiscoveryLine[] = [];
  let run: RunLine | undefined;
  let end: EndLine | undefined;
  const journal = await openJournal(folder);
  try {
    for await (const { line, place } of journal.lines()) {
      if (line.type === 'run') run ??= line;
      else if (line.type === 'check') results.set(line.id, line);
      else if (line.type === 'discovery') discoveries.push(line);
      else if (line.type === 'end') end = line;
      else {
        const owner = ownerIn(line.owner, line.shard);
        const turns = places.get(owner) ?? new Map<number, () => ExchangeLine>();
        turns.set(line.turn, () => journal.exchangeAt(place));
        places.set(owner, turns);
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
  const none: ReadonlyMap<number, () => ExchangeLine> = new Map();
  return {
    run,
    end,
    discoveries,
    results,
    exchangesOf: (owner, shard) => places.get(ownerIn(owner, shard)) ?? none,
    momentsOf: (shard) => moments.get(shard) ?? noMoments(),
    close: () => journal.close(),
  };
}

/** No owner has a space in it. */
const ownerIn = (owner: string, shard: number | undefined) =>
  shard === undefined ? owner : `${shard} ${owner}`;
