import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Report, ReportProof } from './model.ts';

/** What the last proof of the suite found, as a report quotes it; undefined where the suite was never proved. */
export async function readProof(): Promise<ReportProof | undefined> {
  try {
    const proof: unknown = JSON.parse(await readFile(fileURLToPath(import.meta.resolve('#proof')), 'utf8'));
    return typeof proof === 'object' && proof !== null ? (proof as ReportProof) : undefined;
  } catch {
    return undefined;
  }
}

/** The proof in a sentence, with a word of caution when it was made of other checks than those that judged. */
export function proofInWords({ proof, suite }: Pick<Report, 'proof' | 'suite'>): string | undefined {
  const sentence = proof?.sentence;
  if (typeof sentence !== 'string') return undefined;
  const same = proof?.checksDigest === suite.checksDigest;
  return same ? sentence : `${sentence} (proved of an earlier state of its checks)`;
}
