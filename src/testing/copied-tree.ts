import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';

/** A copy of this repository, in which anything may be written and run. */
export interface CopiedTree {
  folder: string;
  /** Runs a program of node_modules/.bin, or `node`; resolves with its exit code and all that it printed. */
  run(program: string, ...args: string[]): Promise<{ code: number; output: string }>;
  remove(): void;
}

const COPIED =
  '{src,suites,reference,schemas,reports/proof.json,reports/bench.md,reports/example,*.json,*.md,docs,vitest.config.ts,.gitignore}';

/** Copies what checks are made of; what is installed is used where it is. */
export function copyTree(): CopiedTree {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-copy-'));
  for (const path of globSync(COPIED, { cwd: PACKAGE_ROOT }))
    cpSync(join(PACKAGE_ROOT, path), join(folder, path), { recursive: true });
  const modules = join(PACKAGE_ROOT, 'node_modules');
  symlinkSync(modules, join(folder, 'node_modules'));
  return {
    folder,
    run: (program, ...args) =>
      new Promise((resolve) => {
        const command = program === 'node' ? process.execPath : join(modules, '.bin', program);
        const env = { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true' };
        const child = execFile(command, args, { cwd: folder, env, maxBuffer: 1e8 }, (_, stdout, stderr) =>
          resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
        );
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
