import { createWriteStream } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { childOf } from '../files/child.ts';
import { makeFolder } from '../files/make-folder.ts';
import { BadFile, openRegular } from '../files/regular-file.ts';
import { createJournal, type Journal } from '../record/journal.ts';
import { BadRecord } from '../record/lines.ts';
import { readJournal } from '../record/read.ts';
import { toExchange } from '../record/to-exchange.ts';
import type { Check } from '../vocabulary/check.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import type { CheckLine, EndLine, MergedShard, RunLine } from '../vocabulary/record.ts';
import type { Shard } from '../vocabulary/settings.ts';
import { isInterrupted } from './judge-folder.ts';
import { judgeParts } from './judge-parts.ts';
import type { StoredPart } from './parts.ts';
import type { StoredRun } from './stored-exchanges.ts';

/** A shard of a run in its folder. */
export interface ShardFolder {
  folder: string;
  stored: StoredRun;
  shard: Shard;
  seal: Seal;
}

/** The protection of a shard's record: a manifest, and a signature. A killed run leaves `none`. */
export type Seal = 'none' | 'manifest' | 'signature';

/**
 * Joins the records of a run's shards into one record in an empty folder, as if it had been one run: the exchanges
 * of all, renumbered, and the results of the checks for them together. `shards` are all shards of one run in order.
 */
export async function mergeShards(
  shards: readonly ShardFolder[],
  out: string,
  checks: readonly Check[],
): Promise<void> {
  const parts = shards.map(partOf);
  const { results: judged, answers } = await judgeParts(parts, checks);
  const journal = createJournal(out);
  try {
    journal.write(mergedRun(shards, checks));
    for (const part of parts) await copyExchanges(part, out, journal);
    const lines = resultsOf(parts, judged, checks);
    for (const line of lines) journal.write(line);
    journal.write({ type: 'discovery', answers });
    const end = endOf(shards, lines.length);
    if (end) journal.write(end);
  } finally {
    journal.close();
  }
}

/** A shard as it is judged together with the others: its exchanges are numbered after those of earlier shards. */
function partOf({ folder, stored, shard }: ShardFolder, at: number, all: readonly ShardFolder[]): StoredPart {
  const { run } = stored;
  const before = numberedBefore(all, at);
  return {
    stored,
    folder,
    startedAt: run.startedAt,
    nameOf: (id) => `e${Number(id.slice(1)) + before}`,
    shard,
    settings: run.settings,
    credentials: run.credentials,
    selected: new Set(run.selection.selected),
    moments: stored.momentsOf(),
  };
}

function numberedBefore(shards: readonly ShardFolder[], at: number): number {
  return shards.slice(0, at).reduce((sum, { stored }) => sum + stored.momentsOf().highest, 0);
}

/** The run that the shards belong to. Other data comes from the last shard, which measured most. */
function mergedRun(shards: readonly ShardFolder[], checks: readonly Check[]): RunLine {
  const runs = shards.map(({ stored }) => stored.run);
  const { run } = shards.at(-1)!.stored;
  const { shard: _, budget, ...settings } = run.settings;
  // The limits of the whole run were divided among its shards.
  const { requests: _requests, usd: _usd, ...limits } = budget;
  const selected = new Set(runs.flatMap(({ selection }) => selection.selected));
  return {
    ...run,
    settings: { ...settings, budget: limits },
    credentials: [...new Set(runs.flatMap(({ credentials }) => credentials))],
    selection: { ...run.selection, selected: checks.map(({ id }) => id).filter((id) => selected.has(id)) },
    startedAt: Math.min(...runs.map(({ startedAt }) => startedAt)),
    shards: shards.map(({ stored, shard, seal }, at): MergedShard => {
      const { selection, credentials, startedAt } = stored.run;
      return {
        ...shard,
        selected: selection.selected,
        credentials,
        startedAt,
        ...(stored.end && { endedAt: stored.end.endedAt }),
        ...(stored.end?.interrupted && { interrupted: stored.end.interrupted }),
        ...(seal === 'none' && { unsealed: true }),
        before: numberedBefore(shards, at),
        exchanges: stored.momentsOf().exchanges,
      };
    }),
  };
}

/**
 * Copies exchanges and facts. Files of large bodies stay packed, since unpacking untrusted files can take hours.
 */
async function copyExchanges(part: StoredPart, out: string, journal: Journal): Promise<void> {
  const { folder, nameOf, shard } = part;
  const copied = new Map<string, string>();
  for await (const line of readJournal(folder)) {
    if (line.type === 'discovery') journal.write(line);
    if (line.type !== 'exchange') continue;
    const exchange = { ...toExchange(line, folder, nameOf), shard: shard!.index };
    const { response } = exchange;
    const file = line.response?.file;
    if (!response || file === undefined) {
      journal.exchange(exchange);
      continue;
    }
    const name = copied.get(file) ?? `bodies/${exchange.id}${extname(file)}`;
    if (!copied.has(file)) await copyBody(folder, file, join(out, name));
    copied.set(file, name);
    journal.exchange({ ...exchange, response: { ...response, body: { ...response.body, file: name } } });
  }
}

/** Copies the file of a body. Rejects with `BadRecord` if it is not a regular file, and with `JournalFailed`. */
async function copyBody(folder: string, file: string, to: string): Promise<void> {
  const from = await opened(folder, file);
  try {
    makeFolder(dirname(to));
    await pipeline(from.createReadStream(), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw new JournalFailed('a body', error);
  }
}

async function opened(folder: string, file: string) {
  try {
    return await openRegular(childOf(folder, file));
  } catch (error) {
    const why = error instanceof BadFile ? error.message : `${file} is missing`;
    throw new BadRecord(why);
  }
}

/**
 * The result of each check, in the order of the suite: that of all shards together; if its shard was interrupted in
 * a check, that shard's own. A check whose shard was killed before it has none.
 */
function resultsOf(
  parts: readonly StoredPart[],
  judged: ReadonlyMap<string, CheckLine>,
  checks: readonly Check[],
): CheckLine[] {
  return checks.flatMap(({ id }) => {
    const part = parts.find(({ selected }) => selected.has(id));
    const now = judged.get(id);
    if (!part || !now) return [];
    const { results, end } = part.stored;
    const then = results.get(id);
    const ended = end !== undefined && (end.interrupted ?? end.stopped) === undefined;
    if (isInterrupted(then, ended)) return then ? [renamed(then, part)] : [];
    return [{ ...now, startedAt: then?.startedAt ?? now.startedAt, durationMs: then?.durationMs ?? 0 }];
  });
}

function renamed(line: CheckLine, { nameOf }: StoredPart): CheckLine {
  const all = (ids: readonly string[]) => ids.map(nameOf);
  return {
    ...line,
    evidence: all(line.evidence),
    findings: line.findings.map((finding) => ({
      ...finding,
      exchanges: all(finding.exchanges) as [string, ...string[]],
    })),
    observations: line.observations.map((seen) => ({ ...seen, exchanges: all(seen.exchanges) })),
  };
}

/** The end of the last shard. If one of them was killed, the run has no end. */
function endOf(shards: readonly ShardFolder[], checks: number): EndLine | undefined {
  const ends = shards.map(({ stored }) => stored.end);
  if (!ends.every((end) => end !== undefined)) return undefined;
  const interrupted = ends.find((end) => end.interrupted)?.interrupted;
  const stopped = ends.find((end) => end.stopped)?.stopped;
  return {
    type: 'end',
    endedAt: Math.max(...ends.map(({ endedAt }) => endedAt)),
    ...(interrupted && { interrupted }),
    ...(stopped && { stopped }),
    counts: { exchanges: shards.reduce((sum, s) => sum + s.stored.momentsOf().exchanges, 0), checks },
  };
}
