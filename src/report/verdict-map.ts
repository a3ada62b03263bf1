import type { Verdict } from '../vocabulary/verdict.ts';

/** How each verdict is told in formats that know fewer words. */
export interface Foreign {
  /** JUnit has four; what could not be decided is skipped there, with its reason: it is no failure of the service. */
  junit: 'passed' | 'failure' | 'error' | 'skipped';
  ctrf: 'passed' | 'failed' | 'skipped' | 'pending' | 'other';
  /** The list of the in-toto test-result predicate, which knows no doubt: what is undecided did not pass. */
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
    attestation: 'failedTests',
    mark: '!',
    word: 'in error',
    meaning: 'The suite itself broke here; this says nothing about the service.',
  },
  warn: {
    junit: 'passed',
    ctrf: 'passed',
    attestation: 'warnedTests',
    mark: '▲',
    word: 'warned',
    meaning: 'Something expected but not written was broken, or something written only sometimes.',
  },
  inconclusive: {
    junit: 'skipped',
    ctrf: 'other',
    attestation: 'failedTests',
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
    junit: 'passed',
    ctrf: 'passed',
    attestation: 'passedTests',
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
    meaning: 'The user did not select it.',
  },
};
