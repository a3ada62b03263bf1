import { schemaOf } from '../../contract/schemas.ts';
import type { RawRecord } from '../walk/page.ts';

/** Members of records that section 2.8 does not list, or of summaries that 2.9 does not, sorted. */
export function extraMembers(
  records: readonly RawRecord[],
  of: 'usage-record' | 'usage-summary' = 'usage-record',
): string {
  const known = Object.keys(schemaOf(of).properties ?? {});
  const extra = new Set(records.flatMap((r) => Object.keys(r)).filter((name) => !known.includes(name)));
  return extra.size === 0 ? 'none' : [...extra].sort().slice(0, 20).join(' ');
}
