import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../report/model.ts';
import { startCommand } from '../testing/command.ts';
import { folderBytes } from './folder-size.ts';
import { bounded, exponent, infoRow, type Row } from './measure.ts';
import { serving } from './serving.ts';

interface Measured {
  seconds: number;
  megabytes: number;
  requests: number;
  /** Of the report's folder. */
  bytes: number;
  /** The needs of each command that reads the folder. */
  readers: readonly { command: string; seconds: number; megabytes: number }[];
}

const READERS = ['verify', 'render', 'judge'];

/** The whole usage suite from the command line, reports included, against so many records in another process. */
async function usageSuite(records: number, read: boolean): Promise<Measured> {
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
    for (const command of read ? READERS : []) {
      const reader = await startCommand([command, out], { cwd: folder, env: {}, longestMs: 900_000 }).ended;
      if (reader.exit !== 0)
        throw new Error(`${command} ended with ${reader.exit}: ${reader.stderr.slice(-500)}`);
      readers.push({ command, seconds: reader.seconds, megabytes: reader.megabytes });
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

/** Additional memory that a million records may take compared with ten thousand. Megabytes. */
const GROWTH = 100;

/** Growth of the usage suite with an organization's history, up to a million records. */
export async function usageSuiteRows(exhaustive: boolean): Promise<Row[]> {
  const sizes = exhaustive ? [10_000, 100_000, 1_000_000] : [10_000, 1_000_000];
  const rows: Row[] = [];
  const points: [number, number][] = [];
  const memory: number[] = [];
  for (const records of sizes) {
    const { seconds, megabytes, requests, bytes, readers } = await usageSuite(
      records,
      exhaustive || records === sizes[0],
    );
    points.push([records, seconds]);
    memory.push(megabytes);
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
    );
    if (readers.length > 0)
      rows.push(
        bounded(
          `memory of ${READERS.join(', ')} of that folder, of 600 MiB`,
          readers.map((r) => `${r.megabytes.toFixed(0)} MiB in ${r.seconds.toFixed(1)} s`).join(', '),
          Math.max(...readers.map((r) => r.megabytes)) / 600,
          { most: 1 },
        ),
      );
  }
  const growth = memory.at(-1)! - memory[0]!;
  rows.push(
    bounded(
      `memory for 1,000,000 records beyond that for 10,000, of ${GROWTH} MiB`,
      `${growth.toFixed(0)} MiB`,
      Math.max(0, growth) / GROWTH,
      { most: 1 },
    ),
  );
  const seconds = points.map(([, s]) => `${s.toFixed(1)} s`).join(', ');
  rows.push(infoRow('the usage suite as records grow', seconds, `exponent ${exponent(points).toFixed(2)}`));
  return rows;
}
