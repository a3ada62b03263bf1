import type { Verdict } from '../vocabulary/verdict.ts';

/** The mapping of each verdict to formats with fewer outcomes. */
export interface Foreign {
  /**
   * JUnit has four outcomes. Only a passed check is passed there, so the number of passes is the same in every
   * format.
   */
  junit: 'passed' | 'failure' | 'error' | 'skipped';
  ctrf: 'passed' | 'failed' | 'skipped' | 'pending' | 'other';
  /** The list of the in-toto test-result predicate; it has none for checks that neither passed, warned nor failed. */
  attestation?: 'passedTests' | 'warnedTests' | 'failedTests';
  /** For text of any kind. */
  mark: string;
  word: string;
  meaning: string;
}

export const FOREIGN: Readonly<Record<Verdict, Foreign>> = {
  fail: {
    junit: 'failure',
    ctrf: 'failed',
    attestation: 'failedTests',
    mark: '✗',
    word: 'failed',
    meaning: 'A rule of the contract was violated, and the violation was confirmed.',
  },
  error: {
    junit: 'error',
    ctrf: 'other',
    mark: '!',
    word: 'in error',
    meaning: 'chatspec itself failed; this says nothing about the service.',
  },
  warn: {
    junit: 'skipped',
    ctrf: 'other',
    attestation: 'warnedTests',
    mark: '▲',
    word: 'warned',
    meaning: 'A recommendation was violated, or a rule only once.',
  },
  inconclusive: {
    junit: 'skipped',
    ctrf: 'other',
    mark: '?',
    word: 'inconclusive',
    meaning: 'The check could not decide; the reason is given.',
  },
  pass: {
    junit: 'passed',
    ctrf: 'passed',
    attestation: 'passedTests',
    mark: '✓',
    word: 'passed',
    meaning: 'The clause was tested and held.',
  },
  observed: {
    junit: 'skipped',
    ctrf: 'other',
    mark: '·',
    word: 'observed',
    meaning: 'The contract does not say; the behavior is recorded and not judged.',
  },
  'not-applicable': {
    junit: 'skipped',
    ctrf: 'skipped',
    mark: '–',
    word: 'not applicable',
    meaning: 'An input or a feature that the check needs is missing.',
  },
  skipped: {
    junit: 'skipped',
    ctrf: 'skipped',
    mark: '○',
    word: 'skipped',
    meaning: 'The check is not part of this run: its profile, clients, scope or selection.',
  },
};
