import type { Harm } from '../vocabulary/harm.ts';
import { type Entry, entriesOf, firstToFix } from './entries.ts';
import type { ClientOutcome, Report } from './model.ts';
import { byHarm } from './sections.ts';
import { verdictSentences } from './statement.ts';
import { untestedWords } from './untested.ts';

/** The heading of each harm in groups of findings. */
export const HARM_WORDS: Readonly<Record<Harm, string>> = {
  doors: 'Doors: keys, organizations, secrets',
  money: 'Money: balance, usage, totals',
  clients: 'Clients: behavior that breaks client programs',
  answers: 'Answers: tools, formats and limits that are not honored',
  leniency: 'Leniency: accepted invalid requests',
  form: 'Form',
};

/** The most important information: the verdict, the worst harm, what to fix first, whether clients work. */
export interface Headline {
  /** Verdict and counts; see `verdictSentences`. */
  verdict: string;
  /** The number of causes by harm, the worst first: `doors (2), clients (14)`. */
  hurts: string | undefined;
  fixFirst: Entry | undefined;
  /** The clauses with an untested `must`, by reason, one line each. */
  untested: readonly string[];
}

/** The first screen of every report, as words; a pure function of the report. */
export function headlineOf(report: Report, entries: readonly Entry[] = entriesOf(report)): Headline {
  const red = byHarm(entries.filter((entry) => entry.gravity === 'fail'));
  const hurts = red.map(([harm, its]) => `${harm} (${its.length})`).join(', ');
  return {
    verdict: verdictSentences(report, entries),
    hurts: hurts || undefined,
    fixFirst: firstToFix(
      entries.filter((e) => e.gravity !== 'warn'),
      report.ended !== undefined,
    ),
    untested: untestedWords(report),
  };
}

/** The words for each outcome. */
export const OUTCOME_WORDS: Readonly<Record<ClientOutcome, string>> = {
  works: 'works',
  limited: 'works with limits',
  breaks: 'breaks',
  unknown: 'unknown',
};

/**
 * A line for all clients with the same result, except those for which everything works: broken features with reason
 * and remedy, then limited ones.
 */
export function clientLines(
  report: Pick<Report, 'clients' | 'checks'>,
  outcomes: readonly ClientOutcome[],
): string[] {
  // A failed check is reported with its finding.
  const red = new Set<string>(report.checks.filter((c) => c.verdict === 'fail').map((c) => c.id));
  const lines = new Map<string, string[]>();
  for (const { client, features, note } of report.clients) {
    const words = ({ feature, checks: [check], why }: (typeof features)[number]) =>
      [
        feature,
        ...(check ? [` (${check})`] : []),
        ...(why && !(check && red.has(check)) ? [`: ${why}`] : []),
      ].join('');
    const parts = outcomes.flatMap((outcome) => {
      const its = features.filter((f) => f.outcome === outcome);
      const names = its.map((f) => (outcome === 'breaks' ? words(f) : f.feature));
      return names.length > 0
        ? [`${OUTCOME_WORDS[outcome]}: ${names.join(outcome === 'breaks' ? '; ' : ', ')}`]
        : [];
    });
    const line = parts.length > 0 ? parts.join('; ') : outcomes.includes('limited') ? note : undefined;
    if (line) lines.set(line, [...(lines.get(line) ?? []), client]);
  }
  return [...lines].map(([line, clients]) => `${clients.join(', ')}  ${line}`);
}
