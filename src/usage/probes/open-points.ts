import { schemaOf } from '../../contract/schemas.ts';
import { instantOf } from '../days.ts';
import type { RawRecord } from '../walk/page.ts';

/** Members of records that section 2.8 does not list, sorted. */
export function extraMembers(records: readonly RawRecord[]): string {
  const known = Object.keys(schemaOf('usage-record').properties ?? {});
  const extra = new Set(records.flatMap((r) => Object.keys(r)).filter((name) => !known.includes(name)));
  return extra.size === 0 ? 'none' : [...extra].sort().slice(0, 20).join(' ');
}

/** In which order records come, as far as their dates tell. */
export function describeOrder(records: readonly RawRecord[]): string {
  const instants = records.map((r) => instantOf(String(r.date)) ?? 0);
  const rising = instants.every((at, i) => i === 0 || at >= instants[i - 1]!);
  const falling = instants.every((at, i) => i === 0 || at <= instants[i - 1]!);
  if (rising && falling) return 'one date';
  return rising ? 'oldest first' : falling ? 'newest first' : 'not by date';
}
