import type { MergedShard } from '../vocabulary/record.ts';
import { shardName } from '../vocabulary/shard.ts';
import type { Report, ReportShard } from './model.ts';

/** What a report says of one of the runs that it was merged from. */
export function shardOfReport(shard: MergedShard): ReportShard {
  const { index, of, startedAt, endedAt, interrupted, unsealed, selected, exchanges } = shard;
  return {
    index,
    of,
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
    ...(interrupted && { interrupted }),
    ...(unsealed && { unsealed }),
    checks: selected.length,
    exchanges,
  };
}

/** Which part of a run this is, or which parts it was merged from, in one line; undefined for a run of its own. */
export function shardWords({ shards, settings }: Pick<Report, 'shards' | 'settings'>): string | undefined {
  if (shards) {
    const each = shards.map((shard) => {
      const ended = shard.endedAt === undefined ? ', killed' : shard.interrupted ? ', interrupted' : '';
      return `${shardName(shard)} (${shard.checks} checks, ${shard.exchanges} requests${ended}${shard.unsealed ? ', not sealed' : ''})`;
    });
    return `merged from shards ${each.join(', ')}`;
  }
  if (!settings.shard) return undefined;
  return `shard ${shardName(settings.shard)} of a run: merge all shards for a verdict on the service`;
}
