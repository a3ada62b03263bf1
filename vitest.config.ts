import { defineConfig } from 'vitest/config';

/**
 * Two projects: `self` tests chatspec itself; `conformance` registers the checks in suites/ as tests, so that an
 * editor or `vitest --project conformance -t stream/` can run them against the target that the environment names.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'self', include: ['src/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'conformance',
          include: ['src/vitest/conformance.vitest.ts'],
          testTimeout: 0,
          isolate: false,
          fileParallelism: false,
          maxConcurrency: 10_000,
        },
      },
    ],
  },
});
