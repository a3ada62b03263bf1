import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLAUSES, clauseTitle, type LedgerRow, ledgerWith, sentenceMarkdown } from '../contract/ledger.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { Check } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';

/** The page that leads from a sentence of the contract to its checks. */
export const CHECK_INDEX = join(PACKAGE_ROOT, 'suites/README.md');

const HEAD = `# From a sentence of the contract to its checks

Find the section of the sentence below, and the sentence in it (the contract's in quotation marks or as code, ours as such): its level, the checks that look at it, and the
files in which they stand. \`*\` stands for any run of characters: \`npm start -- list --only 'request/top-p-*'\` names them, and
\`npm start -- explain ID\` tells what one sends. Written by \`npm run accept-check\`.
`;

/** Where a record is written with its id: in a list, or as the first argument of the function that makes it. */
const DEFINED = /(?:\bid:|\bID =|\b(?:malformed|open)Check\()\s*'([a-z]+\/[a-z0-9-]+)'/g;

/** The content of that page. */
export async function checkIndexText(): Promise<string> {
  const checks = await checksByFile();
  const ledger = ledgerWith([...checks.values()].flat());
  const files = filesOfChecks(checks);
  const clauses = CLAUSES.filter((clause) => ledger.some((row) => row.clause === clause));
  const contents = clauses.map((clause) => `[${clause}](#${anchor(heading(clause))})`);
  const sections = clauses.map((clause) => {
    const rows = ledger.filter((row) => row.clause === clause);
    return `\n## ${heading(clause)}\n\n${rows.map((row) => rowText(row, files)).join('\n')}\n`;
  });
  return `${HEAD}\n${contents.join(' · ')}\n${sections.join('')}`;
}

const heading = (clause: string): string => `${clause} ${clauseTitle(clause)}`;

/** The anchor of a heading on Markdown hosts. */
const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');

/** The checks of every file of a section, by its name. */
async function checksByFile(): Promise<Map<string, readonly Check[]>> {
  const found = new Map<string, readonly Check[]>();
  for (const name of readdirSync(join(PACKAGE_ROOT, 'suites')).sort()) {
    if (!/^\d.*\.ts$/.test(name)) continue;
    const url = pathToFileURL(join(PACKAGE_ROOT, 'suites', name)).href;
    found.set(name, ((await import(url)) as { checks: readonly Check[] }).checks);
  }
  return found;
}

/** The file of every check, relative to suites/: the file that contains its id, or else the file of its section. */
function filesOfChecks(checks: ReadonlyMap<string, readonly Check[]>): Map<string, string> {
  const files = new Map([...checks].flatMap(([name, own]) => own.map(({ id }) => [id as string, name])));
  for (const path of globSync('{suites/**/*,src/judge/**/*-rules}.ts', { cwd: PACKAGE_ROOT }).sort()) {
    for (const [, id] of readFileSync(join(PACKAGE_ROOT, path), 'utf8').matchAll(DEFINED)) {
      if (files.has(id!)) files.set(id!, posix.relative('suites', path));
    }
  }
  return files;
}

function rowText(row: LedgerRow, files: ReadonlyMap<string, string>): string {
  const said = `- ${sentenceMarkdown(row)} (${row.level})`;
  if ('untestable' in row) return `${said}\n  No check: ${row.untestable}`;
  const fits = globOver(row.checks);
  const homes = new Set([...files].filter(([id]) => fits(id)).map(([, file]) => file));
  const links = [...homes].map((file) => `[${posix.basename(file)}](${file})`);
  return `${said}\n  ${row.checks.map((id) => `\`${id}\``).join(', ')} in ${links.join(', ')}`;
}
