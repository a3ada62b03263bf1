import type { Finding } from './check.ts';

/** What was expected and what came instead, where there is one line for both; each side may be a phrase or a sentence. */
export function inOneLine({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): string {
  return `expected: ${expected}; got: ${actual}`;
}
