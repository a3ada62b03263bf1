import type { Verdict } from '../vocabulary/verdict.ts';

/** How each verdict is told in formats that know fewer words. */
export interface Foreign {
  /** JUnit has four words. Only a check that passed is passed there: a reader counts the same passes in every format. */
  junit: 'passed' | 'failure' | 'error' | 'skipped';
  ctrf: 'passed' | 'failed' | 'skipped' | 'pending' | 'other';
  /** The list of the in-toto test-result predicate; it has none for checks that neither passed, warned nor failed. */
  attestation: 'passedTests' | 'warnedTests' | 'failedTests' | undefined;
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
    meaning: 'The contract states it, it was broken, and it was broken again when repeated.',
  },
  error: {
    junit: 'error',
    ctrf: 'other',
    attestation: undefined,
    mark: '!',
    word: 'in error',
    meaning: 'The suite itself broke here; this says nothing about the service.',
  },
  warn: {
    junit: 'skipped',
    ctrf: 'other',
    attestation: 'warnedTests',
    mark: '▲',
    word: 'warned',
    meaning: 'Something expected but not written was broken, or something written only sometimes.',
  },
  inconclusive: {
    junit: 'skipped',
    ctrf: 'other',
    attestation: undefined,
    mark: '?',
    word: 'inconclusive',
    meaning: 'It could not be decided; the reason is given.',
  },
  pass: {
    junit: 'passed',
    ctrf: 'passed',
    attestation: 'passedTests',
    mark: '✓',
    word: 'passed',
    meaning: 'The clause was exercised and held.',
  },
  observed: {
    junit: 'skipped',
    ctrf: 'other',
    attestation: undefined,
    mark: '·',
    word: 'observed',
    meaning: 'The contract is silent; what the service does is recorded and not judged.',
  },
  'not-applicable': {
    junit: 'skipped',
    ctrf: 'skipped',
    attestation: undefined,
    mark: '–',
    word: 'not applicable',
    meaning: 'Something that the check needs was not given, or does not exist here.',
  },
  skipped: {
    junit: 'skipped',
    ctrf: 'skipped',
    attestation: undefined,
    mark: '○',
    word: 'skipped',
    meaning: 'It is not part of this run: of its profile, its clients, its scope or its selection.',
  },
};
