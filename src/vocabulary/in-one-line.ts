import type { Finding } from './check.ts';

/** Expectation and actual value in one line; each side may be a phrase or a sentence. */
export function inOneLine({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): string {
  return `expected: ${expected}; got: ${actual}`;
}
