import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sealing } from '../options/sealing.ts';
import { readJournal } from '../record/read.ts';
import { jsonText } from '../vocabulary/json-text.ts';
import type { CheckFacts } from '../vocabulary/record.ts';
import { checkSignature, signReport } from './attestation.ts';
import { buildReport, footerProblem } from './build.ts';
import { renderCtrf } from './ctrf.ts';
import { renderHar } from './har.ts';
import { renderPage } from './html/page.ts';
import { renderJUnit } from './junit.ts';
import { keptLines } from './kept-lines.ts';
import {
  LONGEST_SIGNATURE,
  MANIFEST,
  makeManifest,
  manifestText,
  refuseCrowd,
  SIGNATURE,
  STAMP,
} from './manifest.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from './model.ts';
import { writeAtomically } from './output.ts';
import { readProof } from './proof.ts';
import type { Lines } from './recorded-run.ts';
import { renderSarif } from './sarif.ts';
import { parseReport, REPORT_FILE, storedText } from './stored-report.ts';
import { upgraded } from './upgrade.ts';
import { asReport } from './validate.ts';

export { REPORT_FILE } from './stored-report.ts';

export interface WriteOptions {
  /** What each check is, for journals that don't say. */
  catalogue?: readonly CheckFacts[];
  /** The report is signed with its Ed25519 private key, which says its claims too. */
  sealing?: Pick<Sealing, 'signKey' | 'claims'> | undefined;
  /** Also the evidence as HAR, which is as large as the record unpacked. Default: only when there is one already. */
  har?: boolean;
}

/** The evidence as HAR 1.2, made when it is wanted. */
const HAR = 'evidence.har';

/**
 * Makes everything that a report's folder holds from the journal in it: report.json, every other format, the manifest,
 * and the signature when there is a key. Each file is written whole or not at all, and the manifest last. Rejects with
 * `NoRun`, `BadRecord` or `InvalidReport`.
 */
export async function writeReports(folder: string, options: WriteOptions = {}): Promise<Report> {
  const lines = keptLines(() => readJournal(folder));
  const proof = await readProof();
  const report = asReport(
    await buildReport(lines, {
      ...(proof && { proof }),
      ...(options.catalogue && { catalogue: options.catalogue }),
    }),
  );
  await writeAtomically(join(folder, REPORT_FILE), jsonText(report));
  await renderAll(folder, report, lines, options.har ?? false);
  await seal(folder, report, options.sealing);
  return report;
}

/**
 * Makes every other format again from report.json; the report itself too, from the record, when it is missing, cut off or
 * was edited. A signature that still holds is kept. The evidence as HAR, plain and as large as the record unpacked, is made
 * when it is wanted, or when there is one already. Rejects with `BadFile` for a folder of too many files.
 */
export async function renderReports(folder: string, { har = false } = {}): Promise<Report> {
  await refuseCrowd(folder);
  const report = await intactReport(folder);
  if (!report) return writeReports(folder, { har });
  await renderAll(
    folder,
    report,
    keptLines(() => readJournal(folder)),
    har,
  );
  await seal(folder, report, undefined);
  return upgraded(report);
}

/** The report in a folder, when it is whole and its footer is that of its content. */
async function intactReport(folder: string): Promise<Report | undefined> {
  const stored = await storedText(folder, REPORT_FILE);
  if (!('text' in stored)) return undefined;
  try {
    const report = parseReport(stored.text);
    return footerProblem(report) === undefined ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Writes every format that is a function of report.json and the evidence. */
async function renderAll(folder: string, stored: Report, lines: Lines, har: boolean): Promise<void> {
  const report = upgraded(stored);
  await writeAtomically(join(folder, 'junit.xml'), renderJUnit(report));
  await writeAtomically(join(folder, 'ctrf.json'), renderCtrf(report));
  await writeAtomically(join(folder, 'results.sarif'), renderSarif(report));
  await writeAtomically(join(folder, 'summary.md'), renderMarkdown(report));
  if (har || existsSync(join(folder, HAR)))
    await writeAtomically(join(folder, HAR), renderHar(report, lines));
  await writeAtomically(join(folder, 'index.html'), renderPage(report, lines));
}

/** Writes the manifest over all files, and the signature over the report and the manifest when there is a key. */
export async function seal(folder: string, report: Report, sealing: WriteOptions['sealing']): Promise<void> {
  await removeLeftOver(folder);
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
  const earlier = await storedText(folder, SIGNATURE, LONGEST_SIGNATURE);
  if ('problem' in earlier) return;
  const holds =
    'text' in earlier &&
    (await checkSignature(earlier.text, folder, manifest, undefined)).problems.length === 0;
  if (holds) return;
  // A folder of such a name is none of ours: it stays, and `verify` tells of it.
  for (const file of [SIGNATURE, STAMP]) await rm(join(folder, file), { force: true }).catch(() => {});
}

/** What a run that was killed left of a file that it was writing: it is whole, or it is nothing. */
async function removeLeftOver(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile() && /\.[0-9a-f]{8}\.part$/.test(entry.name)) await rm(join(folder, entry.name));
  }
}
