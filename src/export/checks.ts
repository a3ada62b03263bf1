import { adviceFor } from '../contract/advice.ts';
import { clauseQuotation, clauseTitle, sentenceMarkdown } from '../contract/ledger.ts';
import type { Check, PlacedCheck } from '../vocabulary/check.ts';
import type { Harm } from '../vocabulary/harm.ts';

/** One check as other tools read it: what is asked, by which clauses, how strongly the contract backs it. */
export interface ExportedCheck {
  id: string;
  title: string;
  level: Check['level'];
  /** What it does to people when it does not hold. */
  harm: Harm;
  clauses: string[];
  profile: NonNullable<Check['profile']>;
  /** What a user must give for it to apply. */
  preconditions: string[];
  /** Checks that must hold before this one means anything. */
  needs: string[];
  /** What is sent, and what passes, warns and fails. */
  about: string;
  /** What usually causes a breach, and what to change; absent for checks that hurt nobody directly. */
  advice?: string;
}

/** The checks as plain data, in the order of the contract. */
export function exportedChecks(checks: readonly PlacedCheck[]): ExportedCheck[] {
  return checks.map((check) => {
    const [advice] = adviceFor(check.id);
    return { ...exported(check), ...(advice !== undefined && { advice }) };
  });
}

function exported(check: PlacedCheck): ExportedCheck {
  return {
    id: check.id,
    title: check.title,
    level: check.level,
    harm: check.harm,
    clauses: [...check.clauses],
    profile: check.profile ?? 'smoke',
    preconditions: [...(check.preconditions ?? [])],
    needs: [...(check.needs ?? []), ...(check.needsIfApplicable ?? [])],
    about: check.about,
  };
}

/**
 * The checks as Markdown: a part a clause, with what the clause demands, and a part a check, with the faults that prove it
 * where `faultsOf` names some. Ends with a newline.
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

/** Sentences as a quotation, each a paragraph of its own; rows of a table are set as code. */
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
    ...(check.needs.length > 0 ? [`needs ${check.needs.map((id) => `\`${id}\``).join(', ')}`] : []),
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
