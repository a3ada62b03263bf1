import type { TestCase, TestModule } from 'vitest/node';

/**
 * Annotations for GitHub: one for each failed test and each warning. vitest's own reporter ignores errors without a
 * position in the code.
 */
export function githubAnnotations(module: TestModule): string[] {
  const errors = [...module.children.allTests()].flatMap((test) =>
    (test.result().errors ?? []).map(({ message }) => command('error', idOf(test), message)),
  );
  return [...errors, ...warningsOf(module).map(({ id, message }) => command('warning', id, message))];
}

/** The warnings of a file; vitest's own list shows none for a passed test. */
export function warningsOf(module: TestModule): { id: string; message: string }[] {
  return [...module.children.allTests()].flatMap((test) =>
    test
      .annotations()
      .filter(({ type }) => type === 'warning')
      .map(({ message }) => ({ id: idOf(test), message })),
  );
}

const idOf = ({ name }: TestCase): string => name.split(':', 1)[0]!;

/** Whether vitest reports to GitHub: `reporters` as it resolved them. */
export function reportsToGithub(reporters: readonly unknown[]): boolean {
  return reporters.some((one) => (Array.isArray(one) ? one[0] : one) === 'github-actions');
}

function command(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
