import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLAUSES, clauseTitle, LEDGER, type LedgerRow } from '../contract/ledger.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { Check } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';

/** The page that leads from a sentence of the contract to its checks. */
export const CHECK_INDEX = join(PACKAGE_ROOT, 'suites/README.md');

const HEAD = `# From a sentence of the contract to its checks

Written by \`npm run accept-check\`, from the ledger in \`src/contract/ledger/\`. Each sentence is in our own words, with its level,
the checks that look at it (\`*\` stands for any run of characters), and the file in which they stand.
`;

/** What that page should say. */
export async function checkIndexText(): Promise<string> {
  const files = await filesOfChecks();
  const sections = CLAUSES.map((clause) => {
    const rows = LEDGER.filter((row) => row.clause === clause);
    return `\n## ${clause} ${clauseTitle(clause)}\n\n${rows.map((row) => rowText(row, files)).join('\n')}\n`;
  });
  return [HEAD, ...sections.filter((text) => text.includes('\n- '))].join('');
}

/** The file of every check, by its id. */
async function filesOfChecks(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const name of readdirSync(join(PACKAGE_ROOT, 'suites')).sort()) {
    if (!/^\d.*\.ts$/.test(name)) continue;
    const suite = (await import(pathToFileURL(join(PACKAGE_ROOT, 'suites', name)).href)) as {
      checks: Check[];
    };
    for (const { id } of suite.checks) files.set(id, name);
  }
  return files;
}

function rowText(row: LedgerRow, files: ReadonlyMap<string, string>): string {
  const said = `- ${row.sentence} (${row.level})`;
  if ('untestable' in row) return `${said}\n  No check: ${row.untestable}`;
  const fits = globOver(row.checks);
  const homes = new Set([...files].filter(([id]) => fits(id)).map(([, file]) => file));
  const links = [...homes].map((file) => `[${file}](${file})`);
  return `${said}\n  ${row.checks.map((id) => `\`${id}\``).join(', ')} in ${links.join(', ')}`;
}
