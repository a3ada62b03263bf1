import { isDecided, VERDICTS, type Verdict } from '../vocabulary/verdict.ts';
import { inWords } from './counts.ts';
import type { Report } from './model.ts';

type Judged = Pick<Report, 'verdict' | 'counts' | 'selection' | 'profile' | 'known'> & {
  settings: Pick<Report['settings'], 'shard'>;
};

/**
 * What a run says in one line, the same in every output. Only a run of the whole contract calls a service conformant:
 * one of a selection says what it selected and what share of all checks that is, "the 3 selected checks held (3 of
 * 20)". A run that decided nothing says so.
 */
export function runStatement({ verdict, counts, selection, profile, known, settings }: Judged): string {
  const selected = counts.total - counts.skipped;
  const part =
    selection.only.length > 0 || selection.skip.length > 0 || profile === 'smoke' || settings.shard;
  const decided = VERDICTS.filter(isDecided).reduce((sum, v) => sum + counts[v], 0);
  if (verdict === 'inconclusive' && decided === 0) {
    const none = !part
      ? 'no check'
      : selected === 1
        ? 'not even the one selected check'
        : `none of the ${selected} selected checks`;
    return `inconclusive: ${none} was decided`;
  }
  const accepted = (known ?? []).filter(({ state }) => state === 'accepted').length;
  if (accepted > 0 && verdict !== 'conformant') return `${verdict}, ${accepted} accepted`;
  if (verdict !== 'conformant' || !part) return verdict;
  const share = `(${selected} of ${counts.total})`;
  const held = counts.pass + counts.observed;
  if (held === selected) {
    return selected === 1
      ? `the one selected check held ${share}`
      : `the ${selected} selected checks held ${share}`;
  }
  const others: Verdict[] = ['warn', 'inconclusive', 'not-applicable'];
  const rest = others.filter((v) => counts[v] > 0).map((v) => `${counts[v]} ${inWords(v)}`);
  return `${held} of the ${selected} selected checks held, ${rest.join(', ')} ${share}`;
}
