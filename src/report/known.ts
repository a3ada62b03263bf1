import type { Report, ReportFinding } from './model.ts';
import { REPORT_FILE } from './stored-report.ts';
import { oneLine } from './text.ts';

/** Who accepted a finding, in words. */
export function acceptedWords({ until, owner, reason }: NonNullable<ReportFinding['accepted']>): string {
  return oneLine(`until ${until} by ${owner}: ${reason}`);
}

/** Accepted findings of a kind that are named; the others are counted. */
const NAMED = 3;

/** Necessary actions for accepted findings: expired ones, and those that no longer occur. */
export function knownWords({ known = [] }: Pick<Report, 'known'>): string[] {
  const told = (state: 'expired' | 'gone', words: (until: string) => string) => {
    const all = known.filter((k) => k.state === state);
    const named = all.slice(0, NAMED).map((k) => `${words(k.until)}: ${k.check} ${k.fingerprint}`);
    const rest = all.length - named.length;
    return rest > 0 ? [...named, `and ${rest} more like it: see known in ${REPORT_FILE}`] : named;
  };
  return [
    ...told('expired', (until) => `accepted only until ${until}, and no longer`),
    ...told('gone', () => 'accepted, and no longer occurs'),
  ].map(oneLine);
}
