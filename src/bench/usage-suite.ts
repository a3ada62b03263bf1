import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../report/model.ts';
import { startCommand } from '../testing/command.ts';
import { folderBytes } from './folder-size.ts';
import { exponent } from './measure.ts';
import { bounded, type Row, told } from './row.ts';
import { serving } from './serving.ts';

interface Measured {
  seconds: number;
  megabytes: number;
  requests: number;
  /** Of the report's folder. */
  bytes: number;
  /** What each command that reads the folder needs. */
  readers: readonly { command: string; seconds: number; megabytes: number }[];
}

const READERS = ['verify', 'render', 'judge'];

/** The whole usage suite from the command line, reports included, against so many records in another process. */
async function usageSuite(records: number): Promise<Measured> {
  const service = await serving({ records });
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-bench-'));
  const out = join(folder, 'report');
  try {
    const args = [
      '--base-url',
      service.baseUrl,
      '--model',
      service.models.plain,
      '--only',
      'usage/*',
      '--out',
      out,
    ];
    const env = { CHATSPEC_API_KEY: service.keys.main };
    const ended = await startCommand(args, { cwd: folder, env, longestMs: 900_000 }).ended;
    if (ended.exit !== 0)
      throw new Error(`the usage suite ended with ${ended.exit}: ${ended.stderr.slice(-500)}`);
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
    const readers: Measured['readers'][number][] = [];
    for (const command of READERS) {
      const read = await startCommand([command, out], { cwd: folder, env: {}, longestMs: 900_000 }).ended;
      if (read.exit !== 0) throw new Error(`${command} ended with ${read.exit}: ${read.stderr.slice(-500)}`);
      readers.push({ command, seconds: read.seconds, megabytes: read.megabytes });
    }
    return {
      readers,
      seconds: ended.seconds,
      megabytes: ended.megabytes,
      requests: report.cost.requests,
      bytes: folderBytes(out),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.stop();
  }
}

/** How the usage suite grows with an organization's history; a million records in the exhaustive bench. */
export async function usageSuiteRows(exhaustive: boolean): Promise<Row[]> {
  const sizes = exhaustive ? [10_000, 100_000, 1_000_000] : [10_000, 30_000, 100_000];
  const rows: Row[] = [];
  const points: [number, number][] = [];
  for (const records of sizes) {
    const { seconds, megabytes, requests, bytes, readers } = await usageSuite(records);
    points.push([records, seconds]);
    rows.push(
      bounded(
        `memory of the usage suite against ${records.toLocaleString('en')} records, of 600 MiB`,
        `${megabytes.toFixed(0)} MiB; ${requests} requests, ${seconds.toFixed(1)} s with reports`,
        megabytes / 600,
        { most: 1 },
      ),
      bounded(
        `folder of the usage suite against ${records.toLocaleString('en')} records, of 600 MB for a million`,
        `${(bytes / 1e6).toFixed(1)} MB`,
        bytes / 1e6 / 600,
        { most: 1 },
      ),
      bounded(
        `memory of ${READERS.join(', ')} of that folder, of 600 MiB`,
        readers.map((r) => `${r.megabytes.toFixed(0)} MiB in ${r.seconds.toFixed(1)} s`).join(', '),
        Math.max(...readers.map((r) => r.megabytes)) / 600,
        { most: 1 },
      ),
    );
  }
  const seconds = points.map(([, s]) => `${s.toFixed(1)} s`).join(', ');
  rows.push(told('the usage suite as records grow', seconds, `exponent ${exponent(points).toFixed(2)}`));
  return rows;
}
