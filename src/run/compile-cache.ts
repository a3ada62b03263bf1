import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Lets this process take what an earlier one compiled, and keep what it compiles: that is half of a start. Only what is
 * imported afterwards. Where the folder can't be written, nothing is kept.
 */
export function keepCompiled(): void {
  // From src/ as from dist/src/.
  const root = import.meta.url.endsWith('.ts') ? '../..' : '../../..';
  enableCompileCache(fileURLToPath(new URL(`${root}/node_modules/.cache/chatspec`, import.meta.url)));
}
