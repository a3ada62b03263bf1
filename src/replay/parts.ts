import type { Credential } from '../vocabulary/exchange.ts';
import type { Settings, Shard } from '../vocabulary/settings.ts';
import type { Moments } from './moments.ts';
import type { ReplaySource } from './replay-target.ts';
import type { StoredRun } from './stored-exchanges.ts';

/** One run as it is judged again: alone, or as one of several shards. */
export interface StoredPart extends ReplaySource {
  shard?: Shard;
  settings: Settings;
  credentials: readonly Credential[];
  /** The ids of its requests. */
  selected: ReadonlySet<string>;
  moments: Moments;
}

/** The content of a folder: one part, or the shards of a merged run. */
export function partsOf(stored: StoredRun, folder: string): StoredPart[] {
  const { run } = stored;
  const nameOf = (id: string) => id;
  if (run.shards === undefined) {
    const { settings, credentials, startedAt } = run;
    const selected = new Set(run.selection.selected);
    return [
      { stored, folder, startedAt, nameOf, settings, credentials, selected, moments: stored.momentsOf() },
    ];
  }
  return run.shards.map(({ index, of, startedAt, credentials, selected }) => ({
    stored,
    folder,
    from: index,
    startedAt,
    nameOf,
    shard: { index, of },
    settings: { ...run.settings, shard: { index, of } },
    credentials,
    selected: new Set(selected),
    moments: stored.momentsOf(index),
  }));
}
