import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { childOf } from '../files/child.ts';
import { BadFile, openRegular } from '../files/regular-file.ts';
import { BadRecord } from '../record/bad-record.ts';
import { createJournal, type Journal } from '../record/journal.ts';
import { readJournal } from '../record/read.ts';
import { toExchange } from '../record/to-exchange.ts';
import type { Check } from '../vocabulary/check.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import type { CheckLine, EndLine, MergedShard, RunLine } from '../vocabulary/record.ts';
import type { Shard } from '../vocabulary/shard.ts';
import { isInterrupted } from './judge-folder.ts';
import { judgeParts } from './judge-parts.ts';
import type { StoredPart } from './parts.ts';
import type { StoredRun } from './stored-exchanges.ts';

/** A shard of a run, as it lies in its folder. */
export interface ShardFolder {
  folder: string;
  stored: StoredRun;
  shard: Shard;
  seal: Seal;
}

/** What protects a shard's record: a manifest, and a signature over it. A killed run leaves `none`. */
export type Seal = 'none' | 'manifest' | 'signature';

/**
 * Joins the records of a run's shards into one record in an empty folder, as if it had been one run: the exchanges of all,
 * numbered anew, and what the checks say to them together. `shards` are those of one run, all of them, in their order.
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

/** A shard as it is judged together with the others: its exchanges are numbered after those of the shards before it. */
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

/** The run that the shards are parts of. What else it says is what the last of them, which measured most, says. */
function mergedRun(shards: readonly ShardFolder[], checks: readonly Check[]): RunLine {
  const runs = shards.map(({ stored }) => stored.run);
  const { run } = shards.at(-1)!.stored;
  const { shard: _, budget, ...settings } = run.settings;
  // What was given for the whole run was divided among its shards: what each had is no limit of the whole.
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

/** Copies what was asked and found out. Files of large bodies stay packed: to unpack what somebody made can take hours. */
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

/** Copies the file of a body. Rejects with `BadRecord` when it is no regular file, and with `JournalFailed`. */
async function copyBody(folder: string, file: string, to: string): Promise<void> {
  const from = await opened(folder, file);
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
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
 * The result of each check, in the order of the suite: what all shards together say, and of a check that its shard was
 * interrupted in what that said. One whose shard was cut off before it has none.
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

/** When the last shard ended. Where one of them was killed, the run has no end. */
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
