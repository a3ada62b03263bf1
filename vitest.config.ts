import { defineConfig } from 'vitest/config';
import { conformancePlugin } from './src/vitest/plugin.ts';

/** How long a condition that a test waits for may take to come true: machines that test are slow and shared. */
const expectations = { poll: { timeout: 30_000 } };

/**
 * Three projects: `self` tests chatspec itself and answers within two minutes; `slow` is what
 * takes long by nature (browsers, hostile services, kills, the package, a sample of the proof), in files that end in
 * `.slow.test.ts`; `conformance` registers the checks in suites/ as tests, so that an editor or
 * `vitest --project conformance -t stream/` can run them against the target that the environment names.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'self',
          include: ['{src,suites,reference}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', '**/node_modules/**'],
          setupFiles: ['src/testing/property-tests.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectations,
          // A short list that differs is shown in full: `accept-check` prints it.
          chaiConfig: { truncateThreshold: 1000 },
          // By itself vitest leaves a processor to others: of two it would use one.
          maxWorkers: '100%',
          isolate: false,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['src/**/*.slow.test.ts'],
          setupFiles: ['src/testing/property-tests.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: expectations,
          // Hostile services: most of their runs wait for a limit most of the time.
          maxConcurrency: 4,
        },
      },
      {
        plugins: [conformancePlugin()],
        test: {
          name: 'conformance',
          include: ['src/vitest/conformance.vitest.ts'],
          testTimeout: 0,
          maxConcurrency: 10_000,
        },
      },
    ],
  },
});
