import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sealing } from '../../options/sealing.ts';
import { readJournal } from '../../record/read.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import { buildReport } from '../build.ts';
import { renderPage } from '../html/page.ts';
import { signReport } from '../integrity/attestation.ts';
import { isLeftOver, refuseLoss } from '../integrity/loss.ts';
import {
  type FORMATS,
  HAR,
  MANIFEST,
  makeManifest,
  manifestText,
  refuseCrowd,
  SIGNATURE,
  STAMP,
} from '../integrity/manifest.ts';
import { keptLines } from '../kept-lines.ts';
import { renderMarkdown } from '../markdown.ts';
import type { Report } from '../model.ts';
import { type Content, writeAtomically } from '../output.ts';
import { readProof } from '../proof.ts';
import type { Lines } from '../recorded-run.ts';
import { REPORT_FILE } from '../stored-report.ts';
import { upgraded } from '../upgrade.ts';
import { asReport } from '../validate.ts';
import { renderCtrf } from './ctrf.ts';
import { renderHar } from './har.ts';
import { renderJUnit } from './junit.ts';
import { renderSarif } from './sarif.ts';

export { REPORT_FILE } from '../stored-report.ts';

export interface WriteOptions {
  /** The report is signed with this Ed25519 private key; the claims are part of the signature. */
  sealing?: Pick<Sealing, 'signKey' | 'claims'> | undefined;
  /**
   * Also writes the evidence as HAR, which is as large as the unpacked record. Default: only if there is one
   * already.
   */
  har?: boolean;
}

/**
 * Writes all files of a report's folder from its journal: report.json, every other format, the manifest, and the
 * signature if there is a key. Each file is written completely or not at all, and the manifest last. Rejects with
 * `NoRun`, `BadRecord` or `InvalidReport`.
 */
export async function writeReports(folder: string, options: WriteOptions = {}): Promise<Report> {
  const lines = keptLines(() => readJournal(folder));
  const report = await reportOf(lines);
  await writeAll(folder, {
    [REPORT_FILE]: () => jsonText(report),
    ...formatsOf(folder, report, lines, options),
  });
  await seal(folder, report, options.sealing);
  return report;
}

/**
 * Recreates report.json and every other format from the record; the folder's own report.json counts for nothing.
 * The HAR file, as large as the unpacked record, is created on demand, or if there is one already. Rejects with
 * `BadFile` for a folder with too many files. Rejects with `OptionError`, before writing, for an altered record,
 * unexpected files, or a signature that would become invalid.
 */
export async function renderReports(folder: string, { har = false } = {}): Promise<Report> {
  await refuseCrowd(folder);
  const lines = keptLines(() => readJournal(folder));
  const report = await reportOf(lines);
  const made: Files = { [REPORT_FILE]: () => jsonText(report), ...formatsOf(folder, report, lines, { har }) };
  await refuseLoss(folder, new Map(Object.entries(made)));
  await writeAll(folder, made);
  await seal(folder, report, undefined);
  return upgraded(report);
}

async function reportOf(lines: Lines): Promise<Report> {
  return asReport(await buildReport(lines, { proof: await readProof() }));
}

type Files = Partial<Record<typeof REPORT_FILE | (typeof FORMATS)[number], () => Content>>;

/** Every format that is a function of report.json and the evidence. */
export function formatsOf(
  folder: string,
  stored: Report,
  lines: Lines,
  { har = false }: WriteOptions = {},
): Files {
  const report = upgraded(stored);
  return {
    'junit.xml': () => renderJUnit(report),
    'ctrf.json': () => renderCtrf(report),
    'results.sarif': () => renderSarif(report),
    'summary.md': () => renderMarkdown(report),
    ...((har || existsSync(join(folder, HAR))) && { [HAR]: () => renderHar(report, lines) }),
    'index.html': () => renderPage(report, lines),
  };
}

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeAtomically(join(folder, name), content());
}

/** Writes the manifest over all files, and the signature over report and manifest if there is a key. */
export async function seal(folder: string, report: Report, sealing: WriteOptions['sealing']): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile() && isLeftOver(entry.name)) await rm(join(folder, entry.name));
  }
  const manifest = manifestText(await makeManifest(folder));
  await writeAtomically(join(folder, MANIFEST), manifest);
  if (sealing) {
    await rm(join(folder, STAMP), { force: true });
    const { signKey, claims } = sealing;
    return writeAtomically(
      join(folder, SIGNATURE),
      await signReport(folder, report, manifest, signKey, claims),
    );
  }
}
