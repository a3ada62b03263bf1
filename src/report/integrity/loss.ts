import { createHash } from 'node:crypto';
import { OptionError } from '../../vocabulary/option-error.ts';
import type { Content } from '../output.ts';
import { storedText } from '../stored-report.ts';
import { LONGEST_SIGNATURE, SIGNATURE } from './manifest.ts';
import { compareFiles, storedManifest } from './verify.ts';

const INSTEAD = 'copy the record (journal.jsonl.zst and bodies/) into a new folder, and render that';

/**
 * Rejects with `OptionError` if writing these files and a new manifest would hide an alteration of the folder, or
 * invalidate its signature. An unfinished folder has neither. `made` are the files to be written, by name.
 */
export async function refuseLoss(folder: string, made: ReadonlyMap<string, () => Content>): Promise<void> {
  const { manifest, isMissing, problem } = await storedManifest(folder);
  const isSigned = !('missing' in (await storedText(folder, SIGNATURE, LONGEST_SIGNATURE)));
  if (isMissing && !isSigned) return;
  if (!manifest) throw new OptionError(`${problem}: ${INSTEAD}`);
  for (const [path, difference] of await compareFiles(folder, manifest, isSigned)) {
    if (!made.has(path) && !isLeftOver(path)) throw new OptionError(`${difference}: ${INSTEAD}`);
  }
  if (!isSigned) return;
  const signed = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  for (const [path, content] of made) {
    if ((await contentDigest(content())) !== signed.get(path))
      throw new OptionError(
        `the signature would be invalid for the new ${path}: ${INSTEAD}, or delete ${SIGNATURE}`,
      );
  }
}

/** A partial file of a killed run. */
export const isLeftOver = (name: string): boolean => /^[^/]+\.[0-9a-f]{8}\.part$/.test(name);

/** SHA-256 of a file's content before it is written. */
export async function contentDigest(content: Content): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of typeof content === 'string' ? [content] : content) hash.update(piece);
  return hash.digest('hex');
}
