import type { Check } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';
import { OURS } from './ledger/ours.ts';
import { REQUEST_FIELDS } from './ledger/request-fields.ts';
import { REQUESTS } from './ledger/requests.ts';
import { RESPONSES } from './ledger/responses.ts';
import type { LedgerRow, Sections } from './ledger/row.ts';
import { SERVICE } from './ledger/service.ts';
import { STREAMS_AND_ERRORS } from './ledger/streams-and-errors.ts';
import { USAGE } from './ledger/usage.ts';

export type { LedgerRow } from './ledger/row.ts';

/**
 * Every sentence of the contract, word for word, with the checks that test it or the reason why none can; and rules
 * that checks test beyond it, in our own words. `contract.md` is its text, and a test compares both.
 */
export const LEDGER: readonly LedgerRow[] = [
  ...[SERVICE, REQUEST_FIELDS, REQUESTS, RESPONSES, USAGE, STREAMS_AND_ERRORS].flatMap((part) =>
    rowsOf(part),
  ),
  ...rowsOf(OURS, { ours: true }),
].sort((a, b) => order(a.clause) - order(b.clause));

function rowsOf(sections: Sections, mark: Pick<LedgerRow, 'ours'> = {}): LedgerRow[] {
  return Object.entries(sections).flatMap(([clause, rows]) =>
    rows.map((row) => ({ clause, ...row, ...mark })),
  );
}

type CheckOfLedger = Pick<Check, 'id' | 'title' | 'clauses' | 'level'>;

/**
 * The ledger for these checks: a check that no row names is listed under its first clause, with its title as the
 * sentence.
 */
export function ledgerWith(checks: readonly CheckOfLedger[]): readonly LedgerRow[] {
  const named = globOver(LEDGER.flatMap((row) => ('checks' in row ? row.checks : [])));
  const own = checks.filter(({ id }) => !named(id)).map(rowOfCheck);
  return own.length === 0 ? LEDGER : [...LEDGER, ...own].sort((a, b) => order(a.clause) - order(b.clause));
}

function rowOfCheck({ id, title, clauses, level }: CheckOfLedger): LedgerRow {
  return { clause: clauses[0] ?? '1', level, sentence: `${title}.`, ours: true, checks: [id] };
}

const TITLES: Readonly<Record<string, string>> = {
  '0': 'Introduction',
  '1': 'What the service does',
  '2.1': 'Completion request',
  '2.2': 'Message',
  '2.3': 'Tool call',
  '2.4': 'Tool',
  '2.5': 'Tool choice object',
  '2.6': 'Response format',
  '2.7': 'Completion response',
  '2.8': 'Daily usage record',
  '2.9': 'Usage summary',
  '2.10': 'Gaps in the fields',
  '3': 'States: the finish reason',
  '4': 'Endpoints',
  '4.1': 'POST /api/v1/chat/completions',
  '4.2': 'GET /api/v1/usage/stats',
  '4.3': 'GET /api/v1/usage/summary',
  '4.4': 'GET /api/v1/usage/export',
  '4.5': 'Outcomes of the usage endpoints',
  '5.1': 'The Authorization header',
  '5.2': 'Keys and wallet',
  '5.3': 'A key stands for an organization',
  '5.4': 'Refused authentication',
  '6': 'Streams',
  '7': 'Statuses of the completion endpoint',
  '7.1': 'Missing or invalid key: 401',
  '7.2': 'Insufficient balance: 402',
  '7.3': 'Invalid parameter: 422; unparsable body: 400',
  '7.4': 'Rate limit: 429; overload: 503',
  '8': 'Limits',
  '9': 'Versioning',
};

/** Every clause that a check may cite, in the order of the contract. */
export const CLAUSES: readonly string[] = Object.keys(TITLES).sort((a, b) => order(a) - order(b));

/** The name of a clause; an unknown clause is its own name. */
export function clauseTitle(clause: string): string {
  return Object.hasOwn(TITLES, clause) ? TITLES[clause]! : `section ${clause}`;
}

/** A sentence in plain text: the contract's in quotation marks, ours as such. */
export function sentenceWords({ sentence, ours }: Pick<LedgerRow, 'sentence' | 'ours'>): string {
  return ours ? `${sentence} (chatspec's words)` : `“${sentence}”`;
}

/** The same in Markdown, where a row of a table is set as code. */
export function sentenceMarkdown(row: Pick<LedgerRow, 'sentence' | 'ours'>): string {
  return row.sentence.startsWith('|') ? `\`${row.sentence}\`` : sentenceWords(row);
}

/** The text of a clause, word for word: one sentence or table row each. */
export function clauseQuotation(clause: string): string[] {
  return LEDGER.filter((row) => row.clause === clause && !row.ours).map((row) => row.sentence);
}

function order(clause: string): number {
  const [section = 0, rule = 0] = clause.split('.').map(Number);
  return section * 100 + rule;
}
