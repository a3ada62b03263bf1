import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Report, ReportProof } from './model.ts';

/** The result of the last proof, as a report quotes it; undefined without a proof. */
export async function readProof(): Promise<ReportProof | undefined> {
  const { provedBy: _, ...quoted } = await storedProof();
  return Object.keys(quoted).length > 0 ? quoted : undefined;
}

/** The faults that made a check fail in the last proof, the most specific first. */
export async function faultsThatProve(check: string): Promise<string[]> {
  const { provedBy } = (await storedProof()) as { provedBy?: Record<string, string[]> };
  return provedBy && Object.hasOwn(provedBy, check) ? provedBy[check]! : [];
}

/** The checks that the fault made fail in the last proof. */
export async function checksThatFind(fault: string): Promise<string[]> {
  const { provedBy = {} } = (await storedProof()) as { provedBy?: Record<string, string[]> };
  return Object.keys(provedBy).filter((check) => provedBy[check]!.includes(fault));
}

async function storedProof(): Promise<Record<string, unknown>> {
  try {
    const proof: unknown = JSON.parse(await readFile(fileURLToPath(import.meta.resolve('#proof')), 'utf8'));
    return typeof proof === 'object' && proof !== null ? { ...proof } : {};
  } catch {
    return {};
  }
}

/**
 * The result of the proof in a sentence with the meaning of its figures. Undefined if it concerns other checks than
 * those that judged, or has no date: it then says nothing about this run.
 */
export function proofInWords({ proof, suite }: Pick<Report, 'proof' | 'suite'>): string | undefined {
  if (!proof?.faults || !proof.variants || proof.date === undefined) return undefined;
  if (proof.checksDigest !== suite.checksDigest) return undefined;
  const { faults, variants, combinations, date } = proof;
  const together = combinations
    ? ` and ${combinations.leftAlone} of ${combinations.known} combinations of them`
    : '';
  return (
    `about chatspec, not about this service: on ${date}, tested against a reference service with one known fault at a time, ` +
    `these checks (${proof.checksDigest.slice(0, 12)}) found ${faults.caught} of ${faults.known} faults, and accused none of ` +
    `${variants.leftAlone} of ${variants.known} conforming variants${together}; ` +
    'unknown faults are not included'
  );
}
