import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from '../testing/command.ts';
import { bounded, type Row } from './measure.ts';
import { serving } from './serving.ts';

const MOST_MEGABYTES = 3;
const MOST_OF_PAGE = 1.5;

/** Bytes of all files below a folder. */
export function folderBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
  return files.reduce((sum, e) => sum + statSync(join(e.parentPath, e.name)).size, 0);
}

/** The folder of a standard run, and the page in it. */
export async function folderSizeRows(): Promise<Row[]> {
  const service = await serving();
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-bench-'));
  const out = join(folder, 'report');
  try {
    const args = ['--base-url', service.baseUrl, '--model', service.models.plain, '--out', out];
    const env = { CHATSPEC_API_KEY: service.keys.main };
    const ended = await startCommand(args, { cwd: folder, env, longestMs: 300_000 }).ended;
    if (ended.exit !== 0) throw new Error(`the run ended with ${ended.exit}: ${ended.stderr.slice(-500)}`);
    const row = (what: string, bytes: number, most: number) =>
      bounded(`${what}, of ${most} MB`, `${(bytes / 1e6).toFixed(2)} MB`, bytes / 1e6 / most, { most: 1 });
    return [
      row('folder of a standard run', folderBytes(out), MOST_MEGABYTES),
      row('page of a standard run', statSync(join(out, 'index.html')).size, MOST_OF_PAGE),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.stop();
  }
}
