import { canonicalJson } from '../report/hash.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { RunLine } from '../vocabulary/record.ts';
import { shardName } from '../vocabulary/settings.ts';
import type { ShardFolder } from './merge.ts';
import { openStoredRun, type StoredRun } from './stored-exchanges.ts';

/** What the shards of one run have in common, and its name in messages. */
const COMMON: readonly [what: string, of: (stored: StoredRun) => unknown][] = [
  ['suite', ({ run }) => run.suite.checksDigest],
  ['contract', ({ run }) => run.spec.digest],
  ['service', ({ run }) => [run.settings.baseUrl, run.settings.apiPath]],
  ['seed', ({ run }) => run.settings.seed],
  ['profile', ({ run }) => run.settings.profile],
  ['model', ({ model, run }) => [model, run.settings.reasoningModel]],
  ['selection (--only, --skip)', ({ run }) => [run.selection.only, run.selection.skip]],
  ['options', ({ run }) => [optionsOf(run), run.strictness, run.known]],
];

/**
 * Opens the folders of a run's shards, in the order of the shards. Rejects with `OptionError` if they do not belong
 * to one run, and with the errors of opening a record. The caller closes them.
 */
export async function openShards(
  folders: readonly Pick<ShardFolder, 'folder' | 'seal'>[],
): Promise<ShardFolder[]> {
  const opened: ShardFolder[] = [];
  try {
    for (const { folder, seal } of folders) {
      const stored = await openStoredRun(folder);
      const { shard } = stored.run.settings;
      if (shard === undefined) {
        await stored.close();
        throw new OptionError(`${folder} is not a shard: create it with --shard`);
      }
      opened.push({ folder, stored, shard, seal });
    }
    opened.sort((a, b) => a.shard.index - b.shard.index);
    complain(opened);
    refuseUnsealed(opened);
    return opened;
  } catch (error) {
    await closeShards(opened);
    throw error;
  }
}

/** Closes the results of `openShards`. */
export async function closeShards(shards: readonly ShardFolder[]): Promise<void> {
  for (const { stored } of shards) await stored.close();
}

function complain(shards: readonly ShardFolder[]): void {
  const [first] = shards;
  const { of } = first!.shard;
  const other = shards.find(({ shard }) => shard.of !== of);
  if (other) {
    throw new OptionError(
      `shards ${shardName(first!.shard)} and ${shardName(other.shard)} are of different runs`,
    );
  }
  for (let index = 1; index <= of; index++) {
    const found = shards.filter(({ shard }) => shard.index === index);
    const name = shardName({ index, of });
    if (found.length === 0) throw new OptionError(`shard ${name} is missing: give the folders of all ${of}`);
    if (found.length > 1) throw new OptionError(`shard ${name} was given twice: ${found[1]!.folder}`);
  }
  for (const { shard, stored } of shards.slice(1)) {
    for (const [what, of] of COMMON) {
      if (canonicalJson(of(stored) ?? null) === canonicalJson(of(first!.stored) ?? null)) continue;
      throw new OptionError(
        `shards ${shardName(first!.shard)} and ${shardName(shard)} are of different runs: different ${what}`,
      );
    }
  }
}

/** A finished run leaves a manifest, and a signature if one of its shards has one: otherwise it was removed. */
function refuseUnsealed(shards: readonly ShardFolder[]): void {
  const isSigned = shards.some(({ seal }) => seal === 'signature');
  for (const { folder, shard, stored, seal } of shards) {
    if (!stored.end || seal === 'signature') continue;
    const name = `shard ${shardName(shard)}`;
    if (isSigned)
      throw new OptionError(`${name} is not signed, but others are: run it again with --sign-key`);
    if (seal === 'none')
      throw new OptionError(`${name} ended, but its manifest is missing: create it with render ${folder}`);
  }
}

/** Settings that change requests or verdicts; the pace may differ. */
function optionsOf({ settings }: RunLine): unknown {
  const { exclusive, attempts, maxBody, usageNames, usageRange, budget } = settings;
  return { exclusive, attempts, maxBody, usageNames, usageRange, budget };
}
