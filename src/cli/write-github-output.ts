import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { githubAnnotations } from '../report/github.ts';
import { renderMarkdown } from '../report/markdown.ts';
import type { Report } from '../report/model.ts';
import { statedVerdict } from '../report/statement.ts';
import type { Io } from '../vocabulary/io.ts';

/**
 * Annotations, the summary of the job and the outputs of the step, on GitHub. Everything comes from the report in
 * memory, and nothing from a folder, which another process may have written.
 */
export function writeGitHubOutput(report: Report, folder: string, io: Io): void {
  if (io.env.GITHUB_ACTIONS) io.commands?.(githubAnnotations(report));
  const { name, version } = report.suite;
  append(io.env.GITHUB_STEP_SUMMARY, `${renderMarkdown(report)}\n${name} ${version}\n`);
  writeOutputs({ verdict: statedVerdict(report), billed: String(report.cost.billed), report: folder }, io);
}

/** The outputs of a GitHub step. A random delimiter keeps a line feed in a value from creating another output. */
export function writeOutputs(outputs: Readonly<Record<string, string>>, { env }: Pick<Io, 'env'>): void {
  const delimiter = `chatspec_${randomUUID()}`;
  const lines = Object.entries(outputs).map(
    ([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`,
  );
  append(env.GITHUB_OUTPUT, lines.join(''));
}

function append(file: string | undefined, text: string): void {
  if (!file) return;
  try {
    appendFileSync(file, text);
  } catch {
    // A failure to write these files is ignored; the report is in its folder.
  }
}
