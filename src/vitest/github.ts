import type { TestModule } from 'vitest/node';

/**
 * What GitHub shows beside a job: a line for each failed test and each warning. vitest's own reporter tells nothing of an
 * error that has no place in the code, and a finding about a service has none.
 */
export function githubAnnotations(module: TestModule): string[] {
  const lines: string[] = [];
  for (const test of module.children.allTests()) {
    const [id] = test.name.split(':', 1) as [string];
    for (const { message } of test.result().errors ?? []) lines.push(command('error', id, message));
    for (const { type, message } of test.annotations()) {
      if (type === 'warning') lines.push(command('warning', id, message));
    }
  }
  return lines;
}

/** Whether vitest was told to report to GitHub: `reporters` as it resolved them. */
export function reportsToGithub(reporters: readonly unknown[]): boolean {
  return reporters.some((one) => (Array.isArray(one) ? one[0] : one) === 'github-actions');
}

function command(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
