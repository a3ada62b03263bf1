import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { sha256 } from './hash.ts';

export const MANIFEST = 'manifest.json';
/** The signature stands over the manifest, so the manifest can't name it. */
export const SIGNATURE = 'attestation.dsse.json';

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

/** All files below a folder that a manifest names: not itself, its signature, and what is still being written. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((e) => e.isFile())
    .map((e) => relative(folder, join(e.parentPath, e.name)).split(sep).join('/'))
    .filter((path) => path !== MANIFEST && path !== SIGNATURE && !path.endsWith('.part'))
    .sort();
}

/** Size and SHA-256 of a file, read as a stream. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    hash.update(piece);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
