import type { KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal } from '../record/read.ts';
import type { CheckFacts } from '../record.ts';
import { signReport } from './attestation.ts';
import { buildReport } from './build.ts';
import { renderCtrf } from './ctrf.ts';
import { renderHar } from './har.ts';
import { renderPage } from './html/page.ts';
import { renderJUnit } from './junit.ts';
import { MANIFEST, makeManifest, manifestText, SIGNATURE } from './manifest.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from './model.ts';
import { writeAtomically } from './output.ts';
import { readProof } from './proof.ts';
import type { Lines } from './run-digest.ts';
import { asReport } from './validate.ts';

export const REPORT_FILE = 'report.json';

export interface WriteOptions {
  /** What each check is, for journals that don't say. */
  catalogue?: readonly CheckFacts[];
  /** Ed25519 private key; the report is signed with it. */
  signKey?: KeyObject;
}

/**
 * Makes everything that a report's folder holds from the journal in it: report.json, every other format, the manifest,
 * and the signature when there is a key. Each file is written whole or not at all, and the manifest last. Rejects with
 * `NoRun`, `BadRecord` or `InvalidReport`.
 */
export async function writeReports(folder: string, options: WriteOptions = {}): Promise<Report> {
  const lines: Lines = () => readJournal(folder);
  const proof = await readProof();
  const report = asReport(
    await buildReport(lines, {
      ...(proof && { proof }),
      ...(options.catalogue && { catalogue: options.catalogue }),
    }),
  );
  await rm(join(folder, MANIFEST), { force: true });
  await rm(join(folder, SIGNATURE), { force: true });
  await writeAtomically(join(folder, REPORT_FILE), `${JSON.stringify(report, null, 2)}\n`);
  await renderAll(folder, report, lines);
  await seal(folder, report, options.signKey);
  return report;
}

/** Writes every format that is a function of report.json and the evidence. */
export async function renderAll(folder: string, report: Report, lines: Lines): Promise<void> {
  await writeAtomically(join(folder, 'junit.xml'), renderJUnit(report));
  await writeAtomically(join(folder, 'ctrf.json'), renderCtrf(report));
  await writeAtomically(join(folder, 'summary.md'), renderMarkdown(report));
  await writeAtomically(join(folder, 'evidence.har'), renderHar(report, lines));
  await writeAtomically(join(folder, 'index.html'), renderPage(report, lines));
}

/** Writes the manifest over all files, and the signature over the report and the manifest. */
export async function seal(folder: string, report: Report, key: KeyObject | undefined): Promise<void> {
  const manifest = manifestText(await makeManifest(folder));
  await writeAtomically(join(folder, MANIFEST), manifest);
  if (key) await writeAtomically(join(folder, SIGNATURE), await signReport(folder, report, manifest, key));
}
