import type { KeyObject } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { BadFile } from '../../files/regular-file.ts';
import type { Claims } from '../../options/sealing.ts';
import { footerProblem } from '../build.ts';
import { parseReport, REPORT_FILE, storedText } from '../stored-report.ts';
import { checkSignature } from './attestation.ts';
import {
  digestOf,
  entriesOf,
  FILE,
  FOLDER,
  filesOutsideManifest,
  LONGEST_SIGNATURE,
  MANIFEST,
  type Manifest,
  type ManifestFile,
  parseManifest,
  SIGNATURE,
} from './manifest.ts';
import { checkStamp } from './timestamp-check.ts';

/** The result of `verify` for a folder. */
export interface Verification {
  /** Problems, one line each; empty if nothing was changed. */
  problems: string[];
  files: number;
  /** `claimed`: it matches the report, and its maker was not verified. */
  signature: 'none' | 'broken' | 'claimed' | 'good';
  /** The fingerprint that the signature names. */
  keyid?: string;
  claims?: Claims;
  /** The time stamp of the signature, if there is one: `claimed` means that its maker was not verified. */
  stamp?: { state: 'broken' | 'claimed' | 'good'; at?: Date; by?: string };
}

export interface VerifyOptions {
  /** The Ed25519 public key of the required signer. */
  key?: KeyObject;
  requireSignature?: boolean;
  /** Certificates (DER) of the authorities for a required time stamp. */
  stampAuthorities?: readonly Uint8Array[];
  /** Now, in epoch milliseconds. */
  now?: number;
}

/** Compares a report's folder with its manifest, its report with the footer in it, and its signature with both. */
export async function verifyFolder(folder: string, options: VerifyOptions = {}): Promise<Verification> {
  const { key, requireSignature = false, stampAuthorities, now = Date.now() } = options;
  const { text, manifest, problem: noManifest } = await storedManifest(folder);
  const problems: string[] = noManifest === undefined ? [] : [noManifest];
  const envelope = await storedText(folder, SIGNATURE, LONGEST_SIGNATURE);
  const isSigned = !('missing' in envelope);
  for (const problem of (await compareFiles(folder, manifest, isSigned)).values()) problems.push(problem);
  problems.push(...(await checkFooter(folder)));

  const result = { problems, files: manifest?.files.length ?? 0 };
  if (!isSigned) {
    if (key || requireSignature || stampAuthorities) problems.push('the report is not signed');
    return { ...result, signature: 'none' };
  }
  const {
    problems: faults,
    keyid,
    claims,
  } = 'text' in envelope
    ? await checkSignature(envelope.text, folder, text ?? '', key)
    : { problems: [envelope.problem], keyid: '', claims: {} };
  problems.push(...faults.map((fault) => `the signature is invalid: ${fault}`));
  if (requireSignature && !key) problems.push('checking the signature needs --key');
  const { validUntil } = claims;
  if (validUntil !== undefined && new Date(now).toISOString().slice(0, 10) > validUntil)
    problems.push(`the signature was valid until ${validUntil}`);
  const stamp = await checkStamp(folder, stampAuthorities);
  if (stamp && 'problem' in stamp) problems.push(`the time stamp is invalid: ${stamp.problem}`);
  return {
    ...result,
    signature: faults.length > 0 ? 'broken' : key ? 'good' : 'claimed',
    keyid,
    claims,
    ...(stamp && { stamp }),
  };
}

/** Maximum size of a manifest: a run that writes a hundred thousand bodies needs less. */
const LONGEST_MANIFEST = 16 * 1024 * 1024;

/** The manifest in a folder, and its bytes; or the reason why there is none. */
export async function storedManifest(
  folder: string,
): Promise<{ text?: string; manifest?: Manifest; isMissing?: boolean; problem?: string }> {
  const stored = await storedText(folder, MANIFEST, LONGEST_MANIFEST);
  if ('missing' in stored) {
    const problem = `${MANIFEST} is missing: the report is unfinished, or the file was deleted`;
    return { isMissing: true, problem };
  }
  if ('problem' in stored) return { problem: stored.problem };
  const manifest = parseManifest(stored.text);
  return manifest
    ? { text: stored.text, manifest }
    : { text: stored.text, problem: `${MANIFEST} was changed` };
}

/** Differences between a manifest and its folder, by path; without a manifest only unexpected entries. */
export async function compareFiles(
  folder: string,
  manifest: Manifest | undefined,
  isSigned: boolean,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  const entries = new Map((await entriesOf(folder)).map(({ path, what }) => [path, what]));
  for (const file of manifest?.files ?? []) {
    const problem = await compareFile(folder, file, entries.get(file.path));
    if (problem !== undefined) problems.set(file.path, problem);
    entries.delete(file.path);
  }
  const expected = filesOutsideManifest(manifest?.files ?? [], isSigned);
  for (const [path, what] of entries) {
    if (what === expected.get(path)) continue;
    if (what !== FILE && what !== FOLDER) problems.set(path, `${path} is ${what}`);
    else if (manifest) problems.set(path, `${path} was added`);
  }
  return problems;
}

async function compareFile(
  folder: string,
  { path, bytes, sha256: digest }: ManifestFile,
  what: string | undefined,
): Promise<string | undefined> {
  if (what !== FILE) return what === undefined ? `${path} is missing` : `${path} is ${what}`;
  try {
    // The size first: a file that was replaced by an endless one is not read.
    const { size } = await lstat(join(folder, path));
    if (size !== bytes) return `${path} was changed: ${size} bytes instead of ${bytes}`;
    return (await digestOf(join(folder, path))).sha256 === digest ? undefined : `${path} was changed`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return error instanceof BadFile ? error.message : `cannot read ${path} (${code})`;
  }
}

/** The footer must be present, with correct counts and the digest of the rest. */
async function checkFooter(folder: string): Promise<string[]> {
  const stored = await storedText(folder, REPORT_FILE);
  if ('missing' in stored) return [`${REPORT_FILE} is missing`];
  if ('problem' in stored) return [stored.problem];
  try {
    const problem = footerProblem(parseReport(stored.text));
    return problem === undefined ? [] : [problem];
  } catch {
    return [`${REPORT_FILE} is truncated or not a report`];
  }
}
