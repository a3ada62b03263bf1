import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { ProofSummary } from './tally.ts';

/** The content of `reports/proof.json`, as far as others read it. */
export interface StoredProof extends Pick<ProofSummary, 'faults' | 'variants' | 'combinations'> {
  date: string;
  seeds: number;
  /** For each check, the faults that made it fail. */
  provedBy: Record<string, string[]>;
}

/** The result of the last proof of this suite. */
export const storedProof = (): StoredProof =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'reports/proof.json'), 'utf8')) as StoredProof;
