import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BadFile, openRegular } from '../http/regular-file.ts';
import { sha256 } from './hash.ts';

export const MANIFEST = 'manifest.json';
/** The signature stands over the manifest, so the manifest can't name it. */
export const SIGNATURE = 'attestation.dsse.json';
/** The time stamp of the signature. */
export const STAMP = 'attestation.tsr';

const UNNAMED = [MANIFEST, SIGNATURE, STAMP];

/** Bytes of a signature at most: it names every check once. */
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
  /** SHA-256 over the list, so that a change in the manifest itself is noticed too. */
  digest: string;
}

/** Digests of all files of a report's folder, in the order of their names. */
export async function makeManifest(folder: string): Promise<Manifest> {
  const files: ManifestFile[] = [];
  for (const path of await filesOf(folder)) files.push({ path, ...(await digestOf(join(folder, path))) });
  return { format: 'chatspec-manifest', formatVersion: 1, files, digest: sha256(JSON.stringify(files)) };
}

/** The manifest's only spelling: `verify` compares bytes. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** All files below a folder that a manifest names: not itself, its signature with its stamp, and what is still being written. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder);
  return entries.filter(({ path, regular }) => regular && !path.endsWith('.part')).map(({ path }) => path);
}

/** A run leaves a few hundred at most; each costs a digest. */
const MOST_FILES = 10_000;

/** Rejects with `BadFile` where more lies below a folder than any run leaves there. */
export async function refuseCrowd(folder: string): Promise<void> {
  const { length } = await entriesOf(folder);
  if (length > MOST_FILES) throw new BadFile(`it holds ${length} files of ${MOST_FILES} that may be there`);
}

/** What lies below a folder, itself a file or not, beside the manifest, its signature and the stamp of that; folders aside. */
export async function entriesOf(folder: string): Promise<{ path: string; regular: boolean; what: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((e) => !e.isDirectory())
    .map((e) => ({
      path: relative(folder, join(e.parentPath, e.name)).split(sep).join('/'),
      regular: e.isFile(),
      what: e.isSymbolicLink() ? 'a link' : e.isFile() ? 'a file' : 'no regular file',
    }))
    .filter(({ path, regular }) => !(regular && UNNAMED.includes(path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Size and SHA-256 of a regular file, read as a stream; rejects with `BadFile` for anything else. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const file = await openRegular(path);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of file.createReadStream({ highWaterMark: 256 * 1024 })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
