import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSignature } from './attestation.ts';
import { footerProblem } from './build.ts';
import { sha256 } from './hash.ts';
import { digestOf, filesOf, MANIFEST, type Manifest, manifestText, SIGNATURE } from './manifest.ts';
import type { Report } from './model.ts';
import { asReport } from './validate.ts';

/** What `verify` found out about a folder. */
export interface Verification {
  /** What is wrong, one line each; empty when nothing was changed. */
  problems: string[];
  /** How many files the manifest names. */
  files: number;
  signature: 'none' | 'broken' | 'unknown-key' | 'good';
  /** The fingerprint that the signature names. */
  keyid?: string;
}

/**
 * Compares a report's folder with its manifest, its report with the footer in it, and its signature with both. `key` is
 * the Ed25519 public key that the signature must have been made with.
 */
export async function verifyFolder(folder: string, key?: KeyObject): Promise<Verification> {
  const problems: string[] = [];
  const text = await readText(join(folder, MANIFEST));
  const manifest = text === undefined ? undefined : parseManifest(text);
  if (text === undefined)
    problems.push(`${MANIFEST} is missing: the report was never finished, or it was taken away`);
  else if (!manifest) problems.push(`${MANIFEST} was changed`);
  if (manifest) problems.push(...(await compareFiles(folder, manifest)));
  problems.push(...(await checkFooter(folder)));

  const envelope = await readText(join(folder, SIGNATURE));
  const result = { problems, files: manifest?.files.length ?? 0 };
  if (envelope === undefined) {
    if (key) problems.push('it is not signed');
    return { ...result, signature: 'none' };
  }
  const { problems: faults, keyid } = await checkSignature(envelope, folder, text ?? '', key);
  problems.push(...faults.map((fault) => `the signature does not hold: ${fault}`));
  return { ...result, signature: faults.length > 0 ? 'broken' : key ? 'good' : 'unknown-key', keyid };
}

/** The manifest, when the text is exactly how it is written and its own digest holds. */
function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Manifest;
    const fits =
      manifest.digest === sha256(JSON.stringify(manifest.files)) && manifestText(manifest) === text;
    return fits && manifest.formatVersion === 1 && manifest.format === 'chatspec-manifest'
      ? manifest
      : undefined;
  } catch {
    return undefined;
  }
}

async function compareFiles(folder: string, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  const present = new Set(await filesOf(folder));
  for (const file of manifest.files) {
    if (!present.delete(file.path)) {
      problems.push(`${file.path} is missing`);
      continue;
    }
    const found = await digestOf(join(folder, file.path));
    if (found.bytes !== file.bytes)
      problems.push(`${file.path} was changed: ${found.bytes} bytes instead of ${file.bytes}`);
    else if (found.sha256 !== file.sha256) problems.push(`${file.path} was changed`);
  }
  for (const path of present) problems.push(`${path} was added`);
  return problems;
}

/** The footer must be there, count what is there, and hold the digest of the rest. */
async function checkFooter(folder: string): Promise<string[]> {
  const text = await readText(join(folder, 'report.json'));
  if (text === undefined) return ['report.json is missing'];
  let report: Report;
  try {
    report = asReport(JSON.parse(text));
  } catch {
    return ['report.json is cut off, or no report'];
  }
  const problem = footerProblem(report);
  return problem === undefined ? [] : [problem];
}

function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
