import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';

const FOLDER = 'reference/src/variants';

/** The file and line of a variant; the folder of all variants if its id is made at runtime. */
export function placeOfVariant(id: string): string {
  for (const file of globSync(`${FOLDER}/*.ts`, { cwd: PACKAGE_ROOT }).sort()) {
    const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
    const at = text.indexOf(`'${id}'`);
    if (at >= 0) return `${file}:${text.slice(0, at).split('\n').length}`;
  }
  return FOLDER;
}
