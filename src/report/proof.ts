import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ReportProof } from './model.ts';

/** What the last proof of the suite found, as a report quotes it; undefined where the suite was never proved. */
export async function readProof(): Promise<ReportProof | undefined> {
  try {
    const proof: unknown = JSON.parse(await readFile(fileURLToPath(import.meta.resolve('#proof')), 'utf8'));
    return typeof proof === 'object' && proof !== null ? (proof as ReportProof) : undefined;
  } catch {
    return undefined;
  }
}
