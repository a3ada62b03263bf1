import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Report, ReportProof } from './model.ts';

/** What the last proof of the suite found, as a report quotes it; undefined where the suite was never proved. */
export async function readProof(): Promise<ReportProof | undefined> {
  const { provedBy: _, ...quoted } = await storedProof();
  return Object.keys(quoted).length > 0 ? quoted : undefined;
}

/** The faults that turned a check red when the suite was last proved, the most telling first. */
export async function faultsThatProve(check: string): Promise<string[]> {
  const { provedBy } = (await storedProof()) as { provedBy?: Record<string, string[]> };
  return provedBy && Object.hasOwn(provedBy, check) ? provedBy[check]! : [];
}

async function storedProof(): Promise<Record<string, unknown>> {
  try {
    const proof: unknown = JSON.parse(await readFile(fileURLToPath(import.meta.resolve('#proof')), 'utf8'));
    return typeof proof === 'object' && proof !== null ? { ...proof } : {};
  } catch {
    return {};
  }
}

/** The proof in a sentence, with a word of caution when it was made of other checks than those that judged. */
export function proofInWords({ proof, suite }: Pick<Report, 'proof' | 'suite'>): string | undefined {
  const sentence = proof?.sentence;
  if (typeof sentence !== 'string') return undefined;
  const same = proof?.checksDigest === suite.checksDigest;
  return same ? sentence : `${sentence} (proved of an earlier state of its checks)`;
}
