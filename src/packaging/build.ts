import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksDigest, DIGEST_FILE } from '../run/digest.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { keepPublicTypes } from './public-types.ts';

/**
 * Builds the content of the package: JavaScript, because Node strips no types under node_modules, and the digest of
 * the checks, which cannot be computed from it.
 */
const dist = join(PACKAGE_ROOT, 'dist');
rmSync(dist, { recursive: true, force: true });
const compiler = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
execFileSync(process.execPath, [compiler, '-p', join(PACKAGE_ROOT, 'tsconfig.package.json')], {
  stdio: 'inherit',
});
keepPublicTypes(dist, ['src/library/index.d.ts', 'src/vitest/index.d.ts']);
chmodSync(join(dist, 'src', 'cli.js'), 0o755);
writeFileSync(join(PACKAGE_ROOT, DIGEST_FILE), `${checksDigest()}\n`);
