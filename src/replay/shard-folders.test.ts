import { expect, it } from 'vitest';
import { endLine, exchangeLine, facts, recordFolder, result, runLine } from '../testing/journal.ts';
import { DEFAULTS } from '../vocabulary/settings.ts';
import type { Seal } from './merge.ts';
import { closeShards, openShards } from './shard-folders.ts';

/** A shard of two; without an end it was killed. */
function shard(index: number, hasEnded: boolean) {
  const settings = { ...DEFAULTS, baseUrl: 'http://service.test', model: 'small', seed: 7 };
  return recordFolder([
    runLine([facts('stream/framing')], { settings: { ...settings, shard: { index, of: 2 } } }),
    exchangeLine('e1'),
    result('stream/framing', 'pass'),
    ...(hasEnded ? [endLine(1, 1)] : []),
  ]);
}

async function opened(seals: readonly [Seal, Seal], secondHasEnded: boolean) {
  await using first = await shard(1, true);
  await using second = await shard(2, secondHasEnded);
  const shards = await openShards([
    { folder: second.path, seal: seals[1] },
    { folder: first.path, seal: seals[0] },
  ]);
  await closeShards(shards);
  return shards.map(({ seal }) => seal);
}

it.each<[Seal, Seal, boolean]>([
  ['manifest', 'manifest', true],
  ['signature', 'signature', true],
  ['manifest', 'none', false],
  ['signature', 'none', false],
  ['signature', 'manifest', false],
])('shards with %s and %s can be merged (the second has ended: %s)', async (first, second, hasEnded) => {
  expect(await opened([first, second], hasEnded)).toEqual([first, second]);
});

it.each<[Seal, Seal, string]>([
  ['manifest', 'none', 'shard 2/2 ended, but its manifest is missing: create it with render '],
  ['none', 'manifest', 'shard 1/2 ended, but its manifest is missing: create it with render '],
  ['signature', 'none', 'shard 2/2 is not signed, but others are: run it again with --sign-key'],
  ['signature', 'manifest', 'shard 2/2 is not signed, but others are: run it again with --sign-key'],
])('shards that have ended, with %s and %s, are refused', async (first, second, problem) => {
  await expect(opened([first, second], true)).rejects.toThrow(problem);
});
