import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { BadFile, openRegular } from '../../files/regular-file.ts';
import { BODY_FILE } from '../../http/body-file.ts';
import { JOURNAL_FILE, PLAIN_JOURNAL_FILE } from '../../record/journal.ts';
import { sha256 } from '../hash.ts';
import { closedObject, SHA256_SCHEMA, schemaGuard } from '../schema-guard.ts';
import { REPORT_FILE } from '../stored-report.ts';

export const MANIFEST = 'manifest.json';
/** The signature covers the manifest, so the manifest cannot contain it. */
export const SIGNATURE = 'attestation.dsse.json';
/** The time stamp of the signature. */
export const STAMP = 'attestation.tsr';

const UNNAMED = [MANIFEST, SIGNATURE, STAMP];

/** The evidence as HAR 1.2, created on demand. */
export const HAR = 'evidence.har';
/** Files that are recreated from the report and the record. */
export const FORMATS = ['junit.xml', 'ctrf.json', 'results.sarif', 'summary.md', HAR, 'index.html'] as const;
const NAMED: ReadonlySet<string> = new Set([JOURNAL_FILE, PLAIN_JOURNAL_FILE, REPORT_FILE, ...FORMATS]);

/** Maximum size of a signature: it names every check once. */
export const LONGEST_SIGNATURE = 4 * 1024 * 1024;

export interface ManifestFile {
  /** Relative to the report's folder, with `/`. */
  path: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: 'chatspec-manifest';
  formatVersion: 1;
  files: ManifestFile[];
  /** SHA-256 over the list, so that a change of the manifest itself is noticed too. */
  digest: string;
}

/** Digests of all files of a report's folder, in the order of their names. */
export async function makeManifest(folder: string): Promise<Manifest> {
  const files: ManifestFile[] = [];
  for (const path of await filesOf(folder)) files.push({ path, ...(await digestOf(join(folder, path))) });
  return { format: 'chatspec-manifest', formatVersion: 1, files, digest: sha256(JSON.stringify(files)) };
}

/**
 * A path stays in its folder on any system, is at most one folder deep, and is none of the manifest's own files.
 */
const PATH_SCHEMA = {
  type: 'string',
  maxLength: 255,
  pattern: '^(?!\\.\\.?(?:/|$))[^/\\\\]+(?:/(?!\\.\\.?$)[^/\\\\]+)?$',
  not: { enum: UNNAMED },
};
const isManifest = schemaGuard<Manifest>(
  closedObject({
    format: { const: 'chatspec-manifest' },
    formatVersion: { const: 1 },
    files: {
      type: 'array',
      items: closedObject({
        path: PATH_SCHEMA,
        bytes: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        sha256: SHA256_SCHEMA,
      }),
    },
    digest: SHA256_SCHEMA,
  }),
);

/** The manifest, if the text is in its canonical form and its own digest is correct. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    if (!isManifest(manifest) || manifestText(manifest) !== text) return undefined;
    return manifest.digest === sha256(JSON.stringify(manifest.files)) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** The manifest's canonical form: `verify` compares bytes. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** All files of a run below a folder, without the manifest and its signature. */
async function filesOf(folder: string): Promise<string[]> {
  const paths = (await entriesOf(folder)).filter(({ what }) => what === FILE).map(({ path }) => path);
  return paths.filter((path) => NAMED.has(path) || BODY_FILE.test(path));
}

/** A run leaves a few hundred at most; each costs a digest. */
const MOST_FILES = 10_000;

/** Rejects with `BadFile` if a folder contains more than any run leaves. */
export async function refuseCrowd(folder: string): Promise<void> {
  const { length } = await entriesOf(folder);
  if (length > MOST_FILES) throw new BadFile(`it has ${length} files, limit ${MOST_FILES}`);
}

/** The kind of a folder's entry: a file, a folder, or something that no run leaves. */
export const FILE = 'a file';
export const FOLDER = 'a folder';

/** All entries below a folder, sorted by name, relative to it and with `/`. */
export async function entriesOf(folder: string): Promise<{ path: string; what: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(({ code }) => {
    throw new BadFile(`it cannot be listed (${code})`);
  });
  const whatIs = (e: Dirent) =>
    e.isFile() ? FILE : e.isDirectory() ? FOLDER : e.isSymbolicLink() ? 'a link' : 'not a regular file';
  return entries
    .map((e) => ({
      path: relative(folder, join(e.parentPath, e.name)).split(sep).join('/'),
      what: whatIs(e),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Expected entries of a folder that are not in the manifest: folders, the manifest itself, and a signature with its
 * stamp.
 */
export function filesOutsideManifest(files: readonly ManifestFile[], isSigned: boolean): Map<string, string> {
  const own = isSigned ? UNNAMED : [MANIFEST];
  return new Map([
    ...files.map(({ path }) => [posix.dirname(path), FOLDER] as const),
    ...own.map((path) => [path, FILE] as const),
  ]);
}

/** Size and SHA-256 of a regular file, read through one buffer; rejects with `BadFile` for anything else. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  await using file = await openRegular(path);
  const hash = createHash('sha256');
  const room = Buffer.allocUnsafe(256 * 1024);
  for (let bytes = 0; ; ) {
    const { bytesRead } = await file.read(room);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    hash.update(room.subarray(0, bytesRead));
    bytes += bytesRead;
  }
}
