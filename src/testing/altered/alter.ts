import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../../record/journal.ts';
import { withFooter } from '../../report/build.ts';
import { seal } from '../../report/exports/write.ts';
import type { Report } from '../../report/model.ts';
import { packedRecord, unpackedRecord } from './packed-record.ts';

/** The expected output of two commands for an altered or crafted folder. */
export interface AlteredFolder {
  title: string;
  /** Alters a whole report in this folder; its record has a large body `bodies/…` and a check that fails. */
  alter(folder: string): void | Promise<void>;
  judge: Told;
  /** By default, that of a changed record. */
  verify?: Told;
}

export const RECORD_CHANGED: Told = [1, /✗ journal\.jsonl\.zst was changed/];

/** The exit code, and what stands in the output. */
type Told = readonly [exit: number, says: RegExp];

export const journal = (folder: string) => join(folder, JOURNAL_FILE);
export const report = (folder: string) => join(folder, 'report.json');

export function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was to be altered, and was not`);
  writeFileSync(file, after);
}

/** Changes the lines of the record. */
export function editRecord(folder: string, change: (text: string) => string): void {
  const before = unpackedRecord(readFileSync(journal(folder)));
  const after = change(before);
  if (after === before) throw new Error('the record was to be altered, and was not');
  writeFileSync(journal(folder), packedRecord(after.split('\n').slice(0, -1)));
}

/** Rewrites the report, with a new footer, and the manifest over all files. */
export async function rewrite(
  folder: string,
  change: (report: Omit<Report, 'footer'>) => Omit<Report, 'footer'>,
) {
  const { footer: _, ...rest } = JSON.parse(readFileSync(report(folder), 'utf8')) as Report;
  const forged = withFooter(rest.cost.requests, change(rest));
  writeFileSync(report(folder), `${JSON.stringify(forged, null, 2)}\n`);
  await seal(folder, forged, undefined);
}

export const reseal = (folder: string) => rewrite(folder, (r) => r);
export const pass = (r: Omit<Report, 'footer'>): Omit<Report, 'footer'> => ({
  ...r,
  verdict: 'conformant',
  checks: r.checks.map((c) => (c.verdict === 'fail' ? { ...c, verdict: 'pass', findings: [] } : c)),
});
export const statusOfFirst = (text: string) => text.replace('"status":200', '"status":201');
export const fifo = (file: string) => {
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
};
export const link = (to: string, file: string) => {
  rmSync(file, { force: true });
  symlinkSync(to, file);
};
/** Puts a line before all others. */
export const firstLine = (folder: string, line: string | Uint8Array) => {
  const bytes = Buffer.concat([Buffer.from(line), Buffer.from('\n')]);
  writeFileSync(journal(folder), Buffer.concat([packedRecord([bytes]), readFileSync(journal(folder))]));
};
export const bodyLine = (text: string) => text.split('\n').find((l) => l.includes('"file":"bodies/'))!;
export const bodyFile = (folder: string) =>
  join(folder, /"file":"(bodies\/e\d+\.zst)"/.exec(unpackedRecord(readFileSync(journal(folder))))![1]!);

/** A line like one of the record, with another body (or what stands for one), under another id. */
export const withBody = (folder: string, body: string | object, id = 'e9000') => {
  const text = unpackedRecord(readFileSync(journal(folder)));
  const line = JSON.parse(text.split('\n').find((l) => l.includes('"response":{"status":200'))!);
  return {
    ...line,
    id,
    response: { ...line.response, body: typeof body === 'string' ? { text: body } : body },
  };
};
