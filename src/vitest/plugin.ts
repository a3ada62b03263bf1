import type { Reporter, TestCase, TestModule, VitestPluginContext } from 'vitest/node';
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

/**
 * Annotations for GitHub: one for each failed test and each warning. vitest's own reporter ignores errors without a
 * position in the code.
 */
function githubAnnotations(module: TestModule): string[] {
  const errors = [...module.children.allTests()].flatMap((test) =>
    (test.result().errors ?? []).map(({ message }) => command('error', idOf(test), message)),
  );
  return [...errors, ...warningsOf(module).map(({ id, message }) => command('warning', id, message))];
}

/** The warnings of a file; vitest's own list shows none for a passed test. */
function warningsOf(module: TestModule): { id: string; message: string }[] {
  return [...module.children.allTests()].flatMap((test) =>
    test
      .annotations()
      .filter(({ type }) => type === 'warning')
      .map(({ message }) => ({ id: idOf(test), message })),
  );
}

const idOf = ({ name }: TestCase): string => name.split(':', 1)[0]!;

/** Whether vitest reports to GitHub: `reporters` as it resolved them. */
function reportsToGithub(reporters: readonly unknown[]): boolean {
  return reporters.some((one) => (Array.isArray(one) ? one[0] : one) === 'github-actions');
}

function command(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
