import type { Reporter, VitestPluginContext } from 'vitest/node';
import { githubAnnotations, reportsToGithub, warningsOf } from './github.ts';
import './protocol.ts';

/** The most important of several exit codes: nothing judged, failed, inconclusive. */
const WORST_FIRST = [2, 1, 3, 0];

/**
 * For the configuration of a project whose tests are the checks: gives vitest the exit code of the command. It
 * works with any reporter.
 */
export function conformancePlugin() {
  return {
    name: 'chatspec',
    configureVitest({ vitest, project }: VitestPluginContext) {
      const github = reportsToGithub(vitest.config.reporters);
      const reporter: Reporter = {
        onTestModuleEnd(module) {
          if (module.project !== project || github) return;
          for (const { id, message } of warningsOf(module)) vitest.logger.log(`   ▲ ${id}: ${message}`);
        },
        onTestRunEnd(modules, errors, reason) {
          for (const line of github
            ? modules.filter((m) => m.project === project).flatMap(githubAnnotations)
            : [])
            process.stdout.write(`\n${line}\n`);
          const found = modules.map((module) => module.meta().concluded).filter((c) => c !== undefined);
          const worst = WORST_FIRST.map((code) => found.find((c) => c.exitCode === code)).find((c) => c);
          if (!worst) return;
          for (const { statement, folder } of found)
            process.stderr.write(`\n${statement}\n${folder ? `report in ${folder}\n` : ''}`);
          const others = errors.length > 0 || modules.some((m) => m.project !== project && !m.ok());
          if (!others && reason !== 'interrupted') process.exitCode = worst.exitCode;
        },
      };
      vitest.config.reporters.push(reporter as never);
    },
  };
}
