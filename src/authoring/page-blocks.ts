import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { CLAUSES, ledgerWith } from '../contract/ledger.ts';
import { selectChecks } from '../engine/select.ts';
import { storedProof } from '../proof/stored-proof.ts';
import { entriesOf } from '../report/entries.ts';
import type { Report } from '../report/model.ts';
import { createPalette } from '../report/palette.ts';
import { renderTerminal } from '../report/terminal.ts';
import { failure } from '../report/terminal-entries.ts';
import { plan } from '../run/request-plan.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { DEFAULTS, PROFILES, type Profile } from '../vocabulary/settings.ts';

/** Longest line of output that a documentation page shows without scrolling. */
const COLUMNS = 100;

/** Generated parts of hand-written pages, by the name in their markers. */
const BLOCKS: Readonly<Record<string, () => string>> = {
  checks: checkFigures,
  costs: costTable,
  finding: exampleFinding,
  screen: () =>
    fenced(renderTerminal(example(), { colours: false, columns: COLUMNS, folder: 'reports/latest' })),
  proof: proofFigures,
  misses: proofMisses,
};

const MARKED = /^(<!-- (\w+): npm run docs writes this -->\n)[\s\S]*?^(?=<!-- end -->$)/gm;

/** A page with its generated blocks filled in; a page without markers is unchanged. Throws on an unknown name. */
export function withBlocks(page: string): string {
  return page.replaceAll(MARKED, (_, head: string, name: string) => {
    const block = BLOCKS[name];
    if (block === undefined)
      throw new Error(`no block is called '${name}'; there are ${Object.keys(BLOCKS).join(', ')}`);
    return `${head}${block().trim()}\n`;
  });
}

function checkFigures(): string {
  const rows = ledgerWith(CHECKS);
  return `chatspec has ${CHECKS.length} checks for ${rows.length} sentences in ${CLAUSES.length} sections of the contract.`;
}

/** Duration of a run if each response takes half a second: measured, since the plan cannot tell. */
const DURATIONS: Readonly<Record<Profile, string>> = {
  smoke: 'about 35 s',
  standard: 'about 50 s',
  exhaustive: 'about 30 min',
};

function costTable(): string {
  const number = (n: number) => n.toLocaleString('en-US');
  const rows = PROFILES.map((profile) => {
    const settings = { profile, seed: 1, reasoningModel: 'any' };
    const keys = ['main', 'empty-wallet', 'other-organization'] as const;
    const { total, caps } = plan(selectChecks(CHECKS, profile, [], []), settings, keys);
    const name = `\`${profile}\`${profile === DEFAULTS.profile ? ' (default)' : ''}`;
    const cells = [
      name,
      `about ${number(total.requests)}`,
      `${total.billable} (limit ${number(caps.completions)})`,
      `${number(total.tokens)} (limit ${number(caps.tokens)})`,
      DURATIONS[profile],
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| profile | requests | completions billed | tokens requested | duration |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function exampleFinding(): string {
  const entry = entriesOf(example()).find(({ gravity, harm }) => gravity === 'fail' && harm === 'clients');
  if (entry === undefined)
    throw new Error('the example has no failure that harms clients: run npm run example');
  return fenced(failure(entry, { paint: createPalette(false), columns: COLUMNS }).join('\n'));
}

function proofFigures(): string {
  const { date, seeds, faults, variants, combinations } = storedProof();
  return [
    `The last proof (${date}, ${seeds} seeds) found ${faults.caught} of ${faults.known} known faults.`,
    `It left ${variants.leftAlone} of ${variants.known} conforming variants alone, and ${combinations.leftAlone} of ${combinations.known} combinations of variants.`,
  ].join('\n');
}

function proofMisses(): string {
  const { date, faults, variants, combinations } = storedProof();
  const accused = variants.known - variants.leftAlone;
  return [
    `In the last proof (${date}):`,
    '',
    `- faults that were missed: ${faults.known - faults.caught} of ${faults.known}`,
    `- conforming variants that were not left alone: ${accused} of ${variants.known}`,
    `- combinations of variants that were not left alone: ${combinations.known - combinations.leftAlone} of ${combinations.known}`,
  ].join('\n');
}

const example = () =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'reports/example/report.json'), 'utf8')) as Report;

function fenced(text: string): string {
  return `\`\`\`text\n${text.trim()}\n\`\`\``;
}
