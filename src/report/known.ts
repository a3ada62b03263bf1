import type { Report, ReportFinding } from './model.ts';
import { oneLine } from './text.ts';

/** Who accepted a finding, in words. */
export function acceptedWords({ until, owner, reason }: NonNullable<ReportFinding['accepted']>): string {
  return oneLine(`until ${until} by ${owner}: ${reason}`);
}

/** Necessary actions for accepted findings: expired ones, and those that no longer occur. */
export function knownWords({ known = [] }: Pick<Report, 'known'>): string[] {
  const named = (state: 'expired' | 'gone') => known.filter((k) => k.state === state);
  return [
    ...named('expired').map(
      (k) => `accepted only until ${k.until}, and no longer: ${k.check} ${k.fingerprint}`,
    ),
    ...named('gone').map((k) => `accepted, and no longer occurs: ${k.check} ${k.fingerprint}`),
  ].map(oneLine);
}
