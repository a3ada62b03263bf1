import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from '../../reference/src/faults/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { checksAsMarkdown } from '../export/checks.ts';
import { COMMANDS } from '../options/commands.ts';
import { OPTIONS } from '../options/definition.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { ledgerPage } from './ledger-page.ts';
import { withBlocks } from './page-blocks.ts';

/** Generated pages, by path, with their content. */
export const GENERATED: ReadonlyMap<string, () => string | Promise<string>> = new Map<
  string,
  () => string | Promise<string>
>([
  ['docs/checks.md', checksPage],
  ['docs/ledger.md', ledgerPage],
  ['docs/options.md', optionsPage],
]);

/** Hand-written pages, by path; some have generated blocks. */
export const WRITTEN: readonly string[] = [
  'README.md',
  ...globSync('docs/*.md', { cwd: PACKAGE_ROOT }).sort(),
].filter((page) => !GENERATED.has(page));

/** Writes the generated pages, and the generated blocks of the others. */
export async function writeDocs(): Promise<void> {
  for (const [file, text] of GENERATED) writeFileSync(join(PACKAGE_ROOT, file), await text());
  for (const file of WRITTEN) {
    const path = join(PACKAGE_ROOT, file);
    writeFileSync(path, withBlocks(readFileSync(path, 'utf8')));
  }
}

/** Every check, with the fault that proves it. */
function checksPage(): string {
  const byCheck = new Map<string, string[]>();
  for (const { id, expects } of FAULTS) {
    for (const check of expects) byCheck.set(check, [...(byCheck.get(check) ?? []), id]);
  }
  const note =
    '\nWritten by `npm run docs`. `chatspec serve --fault ID` starts a service with a fault; `harm` is what a breach does to people:\ndoors, money, clients, answers, leniency, form.\n';
  return checksAsMarkdown(CHECKS, (id) => byCheck.get(id) ?? []).replace('\n', `\n${note}`);
}

/** Every option and every command, from the definitions of the command line. */
function optionsPage(): string {
  const groups = Map.groupBy(OPTIONS, ({ group }) => group);
  const lines = [
    '# Every option, every command',
    '',
    'Written by `npm run docs`. Options win over the environment, and the environment over the configuration, in which an option',
    'has its name in camel case (`max-usd` is `maxUsd`). Keys are never options: `CHATSPEC_API_KEY`, `CHATSPEC_NOBALANCE_KEY`,',
    '`CHATSPEC_OTHER_ORG_KEY`, or the files below.',
    '',
  ];
  for (const [group, options] of groups) {
    lines.push(`## ${group}`, '', '| option | environment | meaning |', '|---|---|---|');
    for (const { name, value, env, help, multiple } of options) {
      const written = `--${name}${value === undefined ? '' : ` ${value}`}`;
      const meaning = multiple ? `${help}; may be repeated` : help;
      lines.push(`| \`${cell(written)}\` | ${env ? `\`${env}\`` : ''} | ${cell(meaning)} |`);
    }
    lines.push('');
  }
  lines.push('## Commands', '');
  for (const { name, operands, summary, usage } of COMMANDS) {
    lines.push(`### \`${[name, operands].join(' ').trim()}\``, '', `${summary}.`, '');
    if (usage !== undefined) lines.push('```text', usage, '```', '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
