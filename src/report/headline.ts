import { HARMS, type Harm } from '../vocabulary/harm.ts';
import type { ClientOutcome } from './client-model.ts';
import { type Entry, entriesOf, firstToMend } from './entries.ts';
import type { Report } from './model.ts';
import { untestedClauses, untestedWords } from './untested.ts';

/** What each harm is called where findings are grouped by it. */
export const HARM_WORDS: Readonly<Record<Harm, string>> = {
  doors: 'Doors: keys, organizations, secrets',
  money: 'Money: balance, usage, totals',
  clients: 'Clients: valid requests, answers and streams that programs trip over',
  answers: 'Answers: tools, formats and limits not kept',
  leniency: 'Leniency: bad requests accepted',
  form: 'Form',
};

/** What a reader wants to know first: may I ship this, what hurts most, what do I mend first, do clients work. */
export interface Headline {
  ship: string;
  /** How much is wrong of each harm, the worst first: `doors (2), clients (14)`. */
  hurts: string | undefined;
  worst: Entry | undefined;
  mendFirst: Entry | undefined;
  /** One line for all clients that do not simply work and fare alike. */
  clients: readonly string[];
  /** The clauses with a `must` that was not tested, by reason, in a line each. */
  untested: readonly string[];
}

/** The first screen of every report, as words; a pure function of the report. */
export function headlineOf(report: Report, entries: readonly Entry[] = entriesOf(report)): Headline {
  const red = entries.filter((entry) => entry.gravity === 'fail');
  return {
    ship: shipWords(report, red.length),
    hurts: harmCounts(red),
    worst: red[0],
    mendFirst: firstToMend(
      entries.filter((e) => e.gravity !== 'warn'),
      report.ended !== undefined,
    ),
    clients: clientLines(report),
    untested: untestedWords(report),
  };
}

function shipWords(report: Report, failed: number): string {
  const undecided = report.checks.filter((c) => c.verdict === 'inconclusive' && c.level === 'must').length;
  const open = undecided > 0 ? `; ${undecided} more could not be decided` : '';
  switch (report.verdict) {
    case 'conformant':
      return untestedClauses(report).length > 0
        ? 'yes, as far as it was tested: nothing that the contract states was broken'
        : 'yes: nothing that the contract states was broken';
    case 'non-conformant':
      return `no: ${failed === 1 ? 'one thing' : `${failed} things`} that the contract states ${failed === 1 ? 'is' : 'are'} broken${open}`;
    default:
      return `not known: nothing was found broken, ${undecided} that the contract states could not be decided`;
  }
}

function harmCounts(red: readonly Entry[]): string | undefined {
  const counts = HARMS.map((harm) => [harm, red.filter((e) => e.harm === harm).length] as const);
  const told = counts.filter(([, n]) => n > 0).map(([harm, n]) => `${harm} (${n})`);
  return told.length > 0 ? told.join(', ') : undefined;
}

/** What each outcome is called. */
export const OUTCOME_WORDS: Readonly<Record<ClientOutcome, string>> = {
  works: 'works',
  limited: 'works with limits',
  breaks: 'breaks',
  unknown: 'not known',
};

function clientLines(report: Report): string[] {
  const lines = new Map<string, string[]>();
  for (const { client, features, note } of report.clients) {
    const told = (outcome: ClientOutcome) => {
      // What breaks is said with the check that tells why.
      const names = features
        .filter((f) => f.outcome === outcome)
        .map(({ feature, checks: [why] }) => (outcome === 'breaks' && why ? `${feature} (${why})` : feature));
      return names.length > 0 ? [`${OUTCOME_WORDS[outcome]}: ${names.join(', ')}`] : [];
    };
    const parts = [...told('breaks'), ...told('limited')];
    const line = note ?? parts.join('; ');
    if (line) lines.set(line, [...(lines.get(line) ?? []), client]);
  }
  return [...lines].map(([line, clients]) => `${clients.join(', ')}  ${line}`);
}
