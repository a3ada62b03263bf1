import { judgesWords, MOST_WORDS } from '../vocabulary/derivation.ts';
import { sha256 } from './hash.ts';
import type { ReportFinding } from './model.ts';

/** The parts of a finding that distinguish it from others of the same check. */
type Fingerprinted = Pick<ReportFinding, 'clause' | 'expected' | 'actual' | 'place'>;

/**
 * Names a finding so that another run recognizes it: twelve hexadecimal digits. Parts that depend on the seed, the
 * order or the service's words (ids, numbers other than statuses, quoted text, list positions) are ignored. The
 * violation, its place and its status remain, so that two faults found by one check have two names.
 */
export function fingerprint(check: string, finding: Fingerprinted): string {
  const parts = [
    check,
    finding.clause,
    shape(finding.expected),
    shape(judgesWords(finding.actual)),
    where(finding.place),
  ];
  return sha256(parts.join('\n')).slice(0, 12);
}

/** A text without the parts that differ between runs. */
function shape(text: string): string {
  return text
    .slice(0, MOST_WORDS)
    .replace(/“[^”]*”|"(?:[^"\\]|\\.)*"/g, '“”')
    .replace(/\be\d+\b/g, 'e')
    .replace(/\b([1-5]\d\d)\b|[\d][\d.,:TZ+-]*/g, (number, status: string | undefined) =>
      status !== undefined && number === status ? status : '#',
    )
    .replace(/(?:#[ ,]*)+/g, '#');
}

/** A place without positions: any element of a list, any byte. */
function where(place: string): string {
  return place
    .slice(0, MOST_WORDS)
    .replace(/\/\d+(?=\/|$)/g, '/*')
    .replace(/\bbyte \d+/g, 'byte');
}
