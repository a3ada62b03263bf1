import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../run/suite.ts';

/** The path of that file in the package. */
export const CHECK_IDS_PATH = 'src/vocabulary/check-ids.ts';

/** The file that names every check as a type, so that a misspelled id does not compile. */
export const CHECK_IDS = join(PACKAGE_ROOT, CHECK_IDS_PATH);

const WIDTH = 110;

/** The content of that file for these ids. */
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
