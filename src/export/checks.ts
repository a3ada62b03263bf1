import { adviceFor } from '../contract/advice.ts';
import { clauseQuotation, clauseTitle, sentenceMarkdown } from '../contract/ledger.ts';
import type { Check, PlacedCheck } from '../vocabulary/check.ts';
import type { Harm } from '../vocabulary/harm.ts';

/** One check as data for other tools: its rule, its clauses, and its level. */
export interface ExportedCheck {
  id: string;
  title: string;
  level: Check['level'];
  /** The harm to users if the rule is violated. */
  harm: Harm;
  clauses: readonly string[];
  profile: NonNullable<Check['profile']>;
  /** The inputs that a user must provide for it to apply. */
  preconditions: readonly string[];
  /** Facts without which it is inconclusive, as the checks that own them. */
  restsOn: readonly string[];
  /** Facts that decide what it sends, or which of its findings count. */
  adaptsTo: readonly string[];
  /** What is sent, and what passes, warns and fails. */
  about: string;
  /** The usual cause of a violation, and its fix; absent for checks without direct harm. */
  advice?: string;
}

/** The checks as plain data, in the order of the contract. */
export function exportedChecks(checks: readonly PlacedCheck[]): ExportedCheck[] {
  return checks.map((check) => {
    const { id, title, level, harm, clauses, about } = check;
    const { profile = 'smoke', preconditions = [], restsOn = [], adaptsTo = [] } = check;
    const [advice] = adviceFor(id);
    return {
      ...{ id, title, level, harm, clauses, profile, preconditions, restsOn, adaptsTo, about },
      ...(advice !== undefined && { advice }),
    };
  });
}

/**
 * The checks as Markdown: a part per clause, with the text of the clause, and a part per check, with the faults
 * that prove it if `faultsOf` names some. Ends with a newline.
 */
export function checksAsMarkdown(
  checks: readonly PlacedCheck[],
  faultsOf: (id: string) => readonly string[] = () => [],
): string {
  const byClause = Map.groupBy(exportedChecks(checks), (check) => check.clauses[0]!);
  const lines = ['# The checks', '', `${checks.length} checks, in the order of the contract.`, ''];
  for (const [clause, group] of byClause) {
    lines.push(`## ${clause} ${clauseTitle(clause)}`, '', ...quoted(clauseQuotation(clause)));
    for (const check of group) lines.push(...part(check, faultsOf(check.id)));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Sentences as quotations, one paragraph each; table rows are set as code. */
function quoted(sentences: readonly string[]): string[] {
  const lines = sentences.map((sentence) => `> ${sentenceMarkdown({ sentence })}`);
  return lines.length === 0 ? [] : [...lines.flatMap((line, i) => (i > 0 ? ['>', line] : [line])), ''];
}

function part(check: ExportedCheck, faults: readonly string[]): string[] {
  const facts = [
    `**${check.level}**`,
    `harm: ${check.harm}`,
    `clauses ${check.clauses.join(', ')}`,
    `${check.profile} profile`,
    ...(check.restsOn.length > 0 ? [`rests on ${check.restsOn.map((id) => `\`${id}\``).join(', ')}`] : []),
    ...(check.preconditions.length > 0 ? [`applies with ${check.preconditions.join(', ')}`] : []),
  ];
  return [
    `### \`${check.id}\``,
    '',
    `${check.title}.`,
    '',
    facts.join(' · '),
    '',
    check.about,
    '',
    ...(check.advice === undefined ? [] : [`Usual cause: ${check.advice}`, '']),
    ...proved(faults),
  ];
}

function proved(faults: readonly string[]): string[] {
  if (faults.length === 0) return [];
  const more = faults.length > 1 ? ` and ${faults.length - 1} more` : '';
  return [`Proved by the fault \`${faults[0]}\`${more}.`, ''];
}
