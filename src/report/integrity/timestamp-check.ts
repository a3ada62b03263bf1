import { join } from 'node:path';
import { BadFile, readRegular } from '../../files/regular-file.ts';
import { LONGEST_SIGNATURE, SIGNATURE, STAMP } from './manifest.ts';

/** Maximum size of a stamp: a handful of certificates. */
export const LONGEST_STAMP = 64 * 1024;

/** The validity of a stamp. */
export type StampCheck =
  | { state: 'claimed' | 'good'; at: Date; by?: string }
  | { state: 'broken'; problem: string };

/**
 * Checks the time stamp of a folder's signature, offline. Undefined if there is none, and none is required; without
 * authorities only its content is read, which proves nothing about its maker.
 */
export async function checkStamp(
  folder: string,
  authorities: readonly Uint8Array[] | undefined,
): Promise<StampCheck | undefined> {
  let der: Uint8Array;
  try {
    der = readRegular(join(folder, STAMP), LONGEST_STAMP);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return authorities && { state: 'broken', problem: 'the report has no time stamp' };
    return { state: 'broken', problem: error instanceof BadFile ? error.message : `cannot read ${STAMP}` };
  }
  try {
    const { claimedSigner, commonName, readStamp, stampSigner } = await import('./timestamp-token.ts');
    const data = readRegular(join(folder, SIGNATURE), LONGEST_SIGNATURE);
    const stamp = readStamp(der, data);
    const found = authorities && (await stampSigner(stamp, data, authorities));
    if (found && 'problem' in found) return { state: 'broken', problem: found.problem };
    const certificate = found ? found.certificate : claimedSigner(stamp);
    const by = certificate && commonName(certificate);
    return { state: authorities ? 'good' : 'claimed', at: stamp.at, ...(by !== undefined && { by }) };
  } catch (error) {
    return { state: 'broken', problem: error instanceof Error ? error.message : String(error) };
  }
}
