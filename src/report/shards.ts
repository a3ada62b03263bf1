import type { MergedShard } from '../vocabulary/record.ts';
import { shardName } from '../vocabulary/settings.ts';
import type { Report, ReportShard } from './model.ts';

/** The report's data about one of the merged runs. */
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

/** The part of a run that this is, or the parts that it was merged from, in one line; undefined for a whole run. */
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
