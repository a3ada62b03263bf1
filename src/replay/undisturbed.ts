import { areaOf } from '../vocabulary/areas.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { isLast, shardName } from '../vocabulary/settings.ts';
import { corrections } from './moments.ts';
import type { StoredPart } from './parts.ts';

/** Results that are valid only if no other shard is active meanwhile: growing totals, and rejections of keys. */
const ALONE: ReadonlySet<string> = new Set(['accounting', 'isolation', 'billing', 'auth']);

/** A shard, with its times on a common clock. */
interface Timed {
  part: StoredPart;
  name: string;
  firstAt: number;
  lastAt: number;
  keysTriedAt: number;
}

/**
 * The results of shards that are judged as one run. If the last shard did not start after the others, its exclusive
 * measurements are inconclusive; so are failures of another shard after invalid keys were sent, since it may have
 * been locked out. Accepted access counts in any case.
 */
export function undisturbed(lines: readonly CheckLine[], parts: readonly StoredPart[]): CheckLine[] {
  const timed = timesOf(parts);
  const last = timed.find(({ part }) => part.shard && isLast(part.shard));
  if (!last || timed.length === 1) return [...lines];
  const late = timed.filter((one) => one !== last && one.lastAt > last.firstAt);
  const [intruder] = late;
  if (!intruder) return [...lines];
  const disturbed = `shard ${intruder.name} was still sending during this measurement: start shard ${last.name} after all others`;
  return lines.map((line) => {
    if (last.part.selected.has(line.id)) {
      return ALONE.has(areaOf(line.id)) && !standsOpen(line) ? undecided(line, disturbed) : line;
    }
    const own = late.find(({ part }) => part.selected.has(line.id));
    const accuses = line.verdict === 'fail' || line.verdict === 'warn';
    if (!own || !accuses || own.lastAt <= last.keysTriedAt) return line;
    return undecided(
      line,
      `shard ${last.name} sent invalid keys at the same time: start it after all others`,
    );
  });
}

function timesOf(parts: readonly StoredPart[]): Timed[] {
  const ahead = corrections(parts.map(({ moments }) => moments));
  return parts.map((part, at) => ({
    part,
    name: part.shard ? shardName(part.shard) : '',
    firstAt: part.moments.firstAt + ahead[at]!,
    lastAt: part.moments.lastAt + ahead[at]!,
    keysTriedAt: (part.moments.keysTriedAt ?? Number.POSITIVE_INFINITY) + ahead[at]!,
  }));
}

function standsOpen({ verdict, findings }: CheckLine): boolean {
  return verdict === 'fail' && findings.some(({ breach, as }) => breach === 'unlocked' && as === undefined);
}

function undecided(line: CheckLine, message: string): CheckLine {
  if (line.verdict === 'not-applicable' || line.verdict === 'inconclusive' || line.verdict === 'error')
    return line;
  return { ...line, verdict: 'inconclusive', message, findings: [], observations: [] };
}
