import { createHash } from 'node:crypto';
import { judgesWords } from '../vocabulary/derivation.ts';

/** The parts of a finding that tell it from another of the same check. */
export interface Fingerprinted {
  clause: string;
  expected: string;
  actual: string;
  place: string;
}

/**
 * Names a finding so that another run recognizes it: twelve hexadecimal digits. What a seed, an order or a service's own
 * words change (ids, numbers that are no status, quoted text, places in a list) is left out; what is broken, where, and
 * with which status stays, so that two faults that one check finds have two names.
 */
export function fingerprint(check: string, finding: Fingerprinted): string {
  const parts = [
    check,
    finding.clause,
    shape(finding.expected),
    shape(judgesWords(finding.actual)),
    where(finding.place),
  ];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12);
}

/** A text without what differs from run to run. */
function shape(text: string): string {
  return text
    .replace(/“[^”]*”|"(?:[^"\\]|\\.)*"/g, '“”')
    .replace(/\be\d+\b/g, 'e')
    .replace(/\b([1-5]\d\d)\b|[\d][\d.,:TZ+-]*/g, (number, status: string | undefined) =>
      status !== undefined && number === status ? status : '#',
    )
    .replace(/(?:#[ ,]*)+/g, '#');
}

/** A place without positions: any element of a list, any byte. */
function where(place: string): string {
  return place.replace(/\/\d+(?=\/|$)/g, '/*').replace(/\bbyte \d+/g, 'byte');
}
