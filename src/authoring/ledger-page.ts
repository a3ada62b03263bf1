import { CHECKS } from '../../suites/index.ts';
import { CLAUSES, clauseTitle, type LedgerRow, ledgerWith, sentenceMarkdown } from '../contract/ledger.ts';
import { runAgainst } from '../proof/against.ts';
import { storedProof } from '../proof/stored-proof.ts';
import { globOver } from '../vocabulary/glob.ts';
import { kindsOf } from './request-kinds.ts';

/** Faults and kinds that a cell names; the rest is a number. */
const NAMED = 4;

const INTRODUCTION = `# The contract, sentence by sentence

Written by \`npm run docs\`: every sentence of the contract (in quotation marks; a row of a table as code), and further sentences in
chatspec's words. Each has its checks, the kinds of request that they read in a standard run against the reference service, and
faults that they caught in the last proof. \`chatspec serve --fault ID\` starts a service with a fault.
`;

/** The page of the ledger: one table per section. */
export async function ledgerPage(): Promise<string> {
  const { results, wire } = await runAgainst(CHECKS, { changes: [], seed: 1 });
  const kinds = new Map<string, string[]>(
    results.map(({ id, evidence }) => [id, kindsOf(evidence.flatMap((e) => wire.exchange(e) ?? []))]),
  );
  const faults = new Map(Object.entries(storedProof().provedBy));
  const sections = CLAUSES.flatMap((clause) => {
    const rows = ledgerWith(CHECKS).filter((row) => row.clause === clause);
    return rows.length === 0 ? [] : [section(clause, rows, kinds, faults)];
  });
  return `${[INTRODUCTION, ...sections].join('\n').trimEnd()}\n`;
}

type ByCheck = ReadonlyMap<string, readonly string[]>;

function section(clause: string, rows: readonly LedgerRow[], kinds: ByCheck, faults: ByCheck): string {
  const lines = rows.map((row) => {
    const start = `| ${cell(sentenceMarkdown(row))} | ${row.level} |`;
    if ('untestable' in row) return `${start} none: ${cell(row.untestable)} | | |`;
    const checks = CHECKS.map(({ id }) => id).filter(globOver(row.checks));
    const all = (of: ByCheck) => [...new Set(checks.flatMap((id) => of.get(id) ?? []))];
    return `${start} ${row.checks.map(code).join(', ')} | ${all(kinds).join(', ')} | ${few(all(faults))} |`;
  });
  return [
    `## ${clause} ${clauseTitle(clause)}`,
    '',
    '| sentence | level | checks | requests | caught, for instance |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

function few(faults: readonly string[]): string {
  const more = faults.length > NAMED ? ` and ${faults.length - NAMED} more` : '';
  return faults.slice(0, NAMED).map(code).join(', ') + more;
}

const code = (text: string) => `\`${text}\``;
const cell = (text: string) => text.replaceAll('|', '\\|');
