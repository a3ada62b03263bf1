import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A virtual environment in which the modules of a folder are installed; Python, isolated, finds no others. */
export function pythonWith(modules: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-venv-'));
  const made = spawnSync('python3', ['-m', 'venv', '--without-pip', folder]);
  if (made.status !== 0) throw new Error(`no virtual environment: ${made.stderr}`);
  const print = 'import sysconfig; print(sysconfig.get_path("purelib"), end="")';
  const { stdout } = spawnSync(join(folder, 'bin', 'python3'), ['-c', print], { encoding: 'utf8' });
  writeFileSync(join(stdout, 'modules.pth'), `${modules}\n`);
  return folder;
}
