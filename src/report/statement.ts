import { counted } from '../vocabulary/counted.ts';
import { isDecided, type RunVerdict, VERDICTS } from '../vocabulary/verdict.ts';
import { wordsFor } from './counts.ts';
import { type Entry, entriesOf } from './entries.ts';
import { decidingVerdict } from './exit-code.ts';
import { isAccepted } from './mark-known.ts';
import type { Report } from './model.ts';
import { notApplicableWords } from './untested.ts';
import { FOREIGN } from './verdict-map.ts';

/** Checks that were not applicable and are named in the verdict; other places name all. */
const NAMED = 3;

type Judged = Pick<Report, 'verdict' | 'counts' | 'selection' | 'profile' | 'known'> & {
  settings: Pick<Report['settings'], 'shard'>;
};

/**
 * The verdict in one line, the same in every output. Only a run of the whole contract calls a service conformant. A
 * run of a selection states the selection and its share of all checks: "the 3 selected checks held (3 of 20)". A
 * run that decided nothing says so.
 */
export function runStatement(report: Judged): string {
  const { verdict, counts, known } = report;
  const selected = counts.total - counts.skipped;
  const part = isPart(report);
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
  const rest = wordsFor(['warn', 'inconclusive', 'not-applicable'], counts);
  return `${held} of the ${selected} selected checks held, ${rest} ${share}`;
}

/** Whether a run tested a part of the contract only: it then calls no service conformant. */
function isPart({ selection, profile, settings }: Judged): boolean {
  const narrowed = selection.only.length > 0 || selection.skip.length > 0;
  return narrowed || profile === 'smoke' || settings.shard !== undefined;
}

/** The verdict in one word, for programs: the checks of a part `held`, which does not make a service conformant. */
export function statedVerdict(report: Judged): RunVerdict | 'held' {
  return report.verdict === 'conformant' && isPart(report) ? 'held' : report.verdict;
}

/**
 * The verdict and the number of checks per outcome, in sentences: "Not conformant: 7 of 381 checks failed (6
 * causes), 22 are inconclusive. 310 passed, 42 observed." Accepted failures do not make a run "Not conformant".
 */
export function verdictSentences(report: Report, entries: readonly Entry[] = entriesOf(report)): string {
  const { counts } = report;
  const selected = counts.total - counts.skipped;
  const statement = runStatement(report);
  if (statedVerdict(report) === 'held') return `${sentence(statement)}.`;
  const causes = entries.filter(({ gravity }) => gravity === 'fail').length;
  const accepted = report.checks.filter((check) => check.verdict === 'fail' && isAccepted(check)).length;
  const parts = [
    `${counts.fail > 0 ? counts.fail : 'none'} of ${counted(selected, 'check')} failed`,
    ...(causes === counts.fail ? [] : [` (${counted(causes, 'cause')})`]),
    ...(accepted > 0 ? [`, ${accepted === counts.fail ? 'all' : accepted} of them accepted`] : []),
    ...(['inconclusive', 'error'] as const)
      .filter((v) => counts[v] > 0)
      .map((v) => `, ${counts[v]} ${counts[v] === 1 ? 'is' : 'are'} ${FOREIGN[v].word}`),
  ];
  const absent = notApplicableWords(report.checks, NAMED);
  const others = wordsFor(['warn', 'pass', 'observed', 'not-applicable'], counts);
  const rest = absent === undefined ? others : `${others} (${absent})`;
  return `${verdictWord(report)}: ${parts.join('')}.${rest === '' ? '' : ` ${sentence(rest)}.`}`;
}

const VERDICT_WORDS = {
  conformant: 'Conformant',
  'non-conformant': 'Not conformant',
  inconclusive: 'Inconclusive',
};

function verdictWord(report: Report): string {
  const deciding = decidingVerdict(report);
  if (deciding === 'conformant' && report.verdict !== deciding) return 'No new failure';
  return VERDICT_WORDS[deciding];
}

const sentence = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}`;
