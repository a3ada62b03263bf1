import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../run/suite.ts';

export interface Step {
  id?: string;
  if?: string;
  run?: string;
  env?: Record<string, string>;
}
export interface Action {
  inputs: Record<string, { default?: string; description: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

/** The text of a file of the package. */
export const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
/** The action as it is published. */
export const action = parse(read('action.yml')) as Action;
/** Where its runs write; whoever imports it removes it. */
export const folder = mkdtempSync(join(tmpdir(), 'chatspec-action-'));

/** The outputs in a file that a step wrote, as a runner reads them: `name=value`, or `name<<END`, lines, `END`. */
function outputsIn(file: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = readFileSync(file, 'utf8').split('\n');
  while (lines.length > 0) {
    const line = lines.shift()!;
    const [, name, end] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    if (name === undefined) {
      const at = line.indexOf('=');
      if (at > 0) outputs[line.slice(0, at)] = line.slice(at + 1);
      continue;
    }
    outputs[name] = lines.splice(0, lines.indexOf(end!)).join('\n');
    lines.shift();
  }
  return outputs;
}

/**
 * Does what a runner does with the step of the action that judges: its environment is what the inputs say. `committed` are
 * files of the checkout.
 */
export async function runAction(
  given: Record<string, string>,
  committed: Record<string, string> = {},
  more: NodeJS.ProcessEnv = {},
) {
  const cwd = mkdtempSync(join(folder, 'run-'));
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const value = (text: string) =>
    text.replace(/\$\{\{ (inputs|github)\.([\w-]+) \}\}/g, (_, kind, name) =>
      kind === 'github' ? PACKAGE_ROOT : (given[name] ?? action.inputs[name]!.default ?? ''),
    );
  const step = action.runs.steps.find(({ id }) => id === 'judge')!;
  const env = Object.fromEntries(Object.entries(step.env!).map(([name, text]) => [name, value(text)]));
  const files = { GITHUB_OUTPUT: join(cwd, 'outputs'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  for (const [name, content] of Object.entries(committed)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const child = spawn('bash', ['-c', step.run!], {
    cwd,
    env: {
      ...{ PATH: process.env.PATH, HOME: cwd, RUNNER_TEMP: temporary, GITHUB_ACTIONS: 'true' },
      ...{ ...env, ...files, ...more },
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return {
    code,
    said,
    cwd,
    temporary,
    outputs: outputsIn(files.GITHUB_OUTPUT),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
  };
}
