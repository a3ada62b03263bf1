import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { CHECK_INDEX, checkIndexText } from './check-index.ts';

/** The file that names every check as a type: a misspelt id does not compile. */
export const CHECK_IDS = join(PACKAGE_ROOT, 'src/vocabulary/check-ids.ts');

const WIDTH = 110;

/** What that file should say of these ids. */
export function checkIdsText(ids: readonly string[]): string {
  const lines: string[] = [];
  for (const [area, own] of [...Map.groupBy(ids.toSorted(), (id) => id.split('/', 1)[0]!)]) {
    lines.push(`  // ${area}`);
    let line = ' ';
    for (const id of own) {
      const part = ` | '${id}'`;
      if (line.length + part.length > WIDTH) {
        lines.push(line);
        line = ' ';
      }
      line += part;
    }
    lines.push(line);
  }
  return `// biome-ignore-all format: written by \`npm run accept-check\`
/** The id of every check: what another check can rest on, or be blocked by. */
export type CheckId =
${lines.join('\n')};
`;
}

/**
 * Writes down the checks that there are: their ids as a type, the page that leads to them, and ids and levels as the
 * snapshot that pins them.
 */
async function accept(): Promise<number> {
  const before = existsSync(CHECK_IDS) ? readFileSync(CHECK_IDS, 'utf8') : '';
  const known = new Set(Array.from(before.matchAll(/'([a-z]+\/[^']+)'/g), ([, id]) => id!));
  const ids = CHECKS.map(({ id }): string => id);
  writeFileSync(CHECK_IDS, checkIdsText(ids));
  writeFileSync(CHECK_INDEX, await checkIndexText());
  const told = [
    ...ids.filter((id) => !known.has(id)).map((id) => `new: ${id}`),
    ...[...known].filter((id) => !ids.includes(id)).map((id) => `gone: ${id}`),
  ];
  process.stdout.write(`${told.join('\n') || 'the same checks as before'}\n`);
  const vitest = join(PACKAGE_ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'self', 'src/contract/ledger.test.ts', '-u'];
  return spawnSync(process.execPath, args, { cwd: PACKAGE_ROOT, stdio: 'inherit' }).status ?? 1;
}

if (import.meta.main) process.exitCode = await accept();
