import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { bounded, exponent, infoRow, type Row } from './measure.ts';
import { serving } from './serving.ts';

/** What a run of any size stays below. */
const MOST_MIB = 600;

interface Measured {
  recordedMs: number;
  reportsMs: number;
  recordingMiB: number;
  peakMiB: number;
  bytes: Record<string, number>;
}

/** Peak memory and size of the report for 1,000, 10,000 and (in the exhaustive bench) 100,000 exchanges. */
export async function reportSizeRows(exhaustive: boolean): Promise<Row[]> {
  const service = await serving();
  const rows: Row[] = [];
  const recording: [number, number][] = [];
  const reports: [number, number][] = [];
  const peaks: number[] = [];
  try {
    for (const count of exhaustive ? [1000, 10_000, 100_000] : [1000, 3000, 10_000]) {
      const folder = mkdtempSync(join(tmpdir(), 'chatspec-bench-'));
      const script = join(PACKAGE_ROOT, 'src', 'bench', 'report-process.ts');
      const args = [service.baseUrl, service.keys.main, service.models.plain, folder, String(count)];
      const m = await new Promise<Measured>((resolve, reject) => {
        const child = fork(script, args, { execArgv: [] });
        child.once('message', (message) => resolve(message as Measured));
        child.once('exit', (code) => code && reject(new Error(`writing the report ended with ${code}`)));
      });
      rmSync(folder, { recursive: true, force: true });
      recording.push([count, m.recordedMs]);
      reports.push([count, m.reportsMs]);
      peaks.push(m.recordingMiB);
      const size = (name: string) => `${name} ${((m.bytes[name] ?? 0) / 1e6).toFixed(1)} MB`;
      rows.push(
        infoRow(
          `report of ${count.toLocaleString('en')} exchanges`,
          `peak ${m.recordingMiB.toFixed(0)} MiB while recording, ${m.peakMiB.toFixed(0)} MiB in all; recorded in ${(m.recordedMs / 1000).toFixed(1)} s, reports written in ${(m.reportsMs / 1000).toFixed(1)} s; ${['journal.jsonl.zst', 'index.html', 'report.json'].map(size).join(', ')}`,
        ),
      );
    }
  } finally {
    await service.stop();
  }
  rows.push(
    // Of the runtime's own choice: it collects garbage when that is worth it, and not before.
    bounded(
      `memory while recording most exchanges, of ${MOST_MIB} MiB`,
      peaks.map((p) => `${p.toFixed(0)} MiB`).join(', '),
      peaks.at(-1)! / MOST_MIB,
      { most: 1 },
    ),
    infoRow(
      'recording and writing reports, as exchanges grow',
      '',
      `exponents ${exponent(recording).toFixed(2)} and ${exponent(reports).toFixed(2)}`,
    ),
  );
  return rows;
}
