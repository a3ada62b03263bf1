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
  const hidden = new Set(leaks.filter(isHiddenInBody).map(({ id }) => id));
  // A comparison reads more responses than its finding names.
  const basis = ({ exchanges }: Finding) => (check.sweeps ? exchanges : [...exchanges, ...line.evidence]);
  const rests = (finding: Finding) =>
    severityOf(finding, check.level) !== 'inconclusive' &&
    !/^(?:status|header)/.test(finding.place) &&
    basis(finding).some((id) => hidden.has(id));
  if (!line.findings.some(rests)) return line;
  const findings = line.findings.map((one): Finding => {
    const actual = `${one.actual} (a part of a key or another secret is hidden in this response)`;
    return rests(one) ? { ...one, actual, as: 'inconclusive' } : one;
  });
  return rejudged(line, check, findings);
}

/** Whether a body contains what may be data of the service; a form without a known place may be in it. */
function isHiddenInBody({ response }: Exchange): boolean {
  const { leaks = [], leakedIn = [] } = response ?? {};
  return leaks.some((form) => {
    const places = leakedIn.flatMap(([one, place]) => (one === form ? [place] : []));
    return mayBeData(form) && (places.length === 0 || places.includes('body'));
  });
}
