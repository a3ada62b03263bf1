import type { Check, Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { mayBeData } from '../vocabulary/leak-forms.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { rejudged } from './amend.ts';
import { severityOf } from './findings.ts';

/** The check of the leaks themselves. */
const LEAKS = 'auth/key-never-returned';

/**
 * The result of a check without accusations that rest on hidden bytes. A service may share a part of a key, or
 * the value of a header, with its data, and where that is hidden the judged body is not the one that was sent. `leaks`
 * are the exchanges whose responses contained a secret or a part of one.
 */
export function unlessHidden(line: CheckLine, check: Check, leaks: readonly Exchange[]): CheckLine {
  if (leaks.length === 0 || line.id === LEAKS || line.findings.length === 0) return line;
  const hidden = new Map(leaks.map((leak) => [leak.id, placesOf(leak)]));
  // A comparison reads more responses than its finding names.
  const basis = ({ exchanges }: Finding) => (check.sweeps ? exchanges : [...exchanges, ...line.evidence]);
  const rests = (finding: Finding) =>
    severityOf(finding, check.level) !== 'inconclusive' &&
    !finding.place.startsWith('status') &&
    basis(finding).some((id) => hidden.get(id)?.has(partOf(finding.place)));
  if (!line.findings.some(rests)) return line;
  const findings = line.findings.map((one): Finding => {
    const actual = `${one.actual} (a part of a key or another secret is hidden in this response)`;
    return rests(one) ? { ...one, actual, as: 'inconclusive' } : one;
  });
  return rejudged(line, check, findings);
}

/** The part of a response that a place is in: a header, or the body. */
const partOf = (place: string) => (place.startsWith('header') ? place : BODY);
const BODY = 'body';

/** Where a response contains what may be data of the service; a form without a known place may be in the body. */
function placesOf({ response }: Exchange): ReadonlySet<string> {
  const { leaks = [], leakedIn = [] } = response ?? {};
  const places = leaks.filter(mayBeData).flatMap((form) => {
    const known = leakedIn.flatMap(([one, place]) => (one === form ? [place] : []));
    return known.length === 0 ? [BODY] : known;
  });
  return new Set(places);
}
