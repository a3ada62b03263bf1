import type { Reporter, TestModule, VitestPluginContext } from 'vitest/node';
import type { Announced, Concluded } from './protocol.ts';

/** Of several conclusions the one that weighs most: nothing judged, then broken, then undecided. */
const WORST_FIRST = [2, 1, 3, 0];

/**
 * For the configuration of the project whose tests are the checks: tells its tests what was chosen before the first one
 * asks, so that what is left out is not sent, and gives vitest the exit code of the command. It works beside any
 * reporter.
 */
export function conformancePlugin() {
  return {
    name: 'chatspec',
    configureVitest({ vitest, project }: VitestPluginContext) {
      // The sections share one run: whatever the command line says of workers, it takes one that keeps its modules.
      Object.assign(project.config, { isolate: false, fileParallelism: false, maxWorkers: 1 });
      let run = 0;
      const reporter: Reporter = {
        onTestRunStart(specifications) {
          const own = specifications.filter((specification) => specification.project === project);
          const pattern = vitest.config.testNamePattern;
          const announced: Announced = {
            run: ++run,
            files: own.map(({ moduleId }) => moduleId),
            ...(pattern && { pattern: [pattern.source, pattern.flags] as const }),
          };
          project.provide('chatspec', announced);
        },
        onTestRunEnd(modules, errors, reason) {
          const found = modules.map(conclusionOf).filter((c) => c !== undefined);
          const worst = WORST_FIRST.map((code) => found.find((c) => c.exitCode === code)).find((c) => c);
          if (!worst) return;
          process.stderr.write(`\n${worst.statement}\n${worst.folder ? `report in ${worst.folder}\n` : ''}`);
          const others = errors.length > 0 || modules.some((m) => m.project !== project && !m.ok());
          if (!others && reason !== 'interrupted') process.exitCode = worst.exitCode;
        },
      };
      vitest.config.reporters.push(reporter as never);
    },
  };
}

function conclusionOf(module: TestModule): Concluded | undefined {
  return module.meta().concluded;
}
