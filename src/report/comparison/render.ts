import { html, type Markup } from '../html/markup.ts';
import { plainPage } from '../html/plain-page.ts';
import { code, text } from '../markdown-text.ts';
import type { Report } from '../model.ts';
import type { Palette } from '../palette.ts';
import { runStatement } from '../statement.ts';
import { oneLine, shorten } from '../text.ts';
import { type Comparison, compareReports } from './compare.ts';
import { type ComparisonHeader, comparisonHeader } from './header.ts';
import { type ComparisonPart, comparisonParts } from './parts.ts';

/** Two runs and what differs between them; every form of it is made from this. */
export interface Compared {
  before: Report;
  after: Report;
  found: Comparison;
}

export function compared(before: Report, after: Report): Compared {
  return { before, after, found: compareReports(before, after) };
}

/** What differs, for a terminal: the runs side by side, what got worse first, and a line that sums it up. */
export function comparisonText(of: Compared, paint: Palette): string {
  const { header, parts } = partsOf(of);
  const width = Math.max(...header.rows.map((r) => r.before.length), 6);
  const rows = header.rows.map(({ name, before, after }) => {
    const line = `${name.padEnd(20)}${oneLine(before).padEnd(width)}  ${oneLine(after)}`;
    return before === after ? paint('dim', line) : line;
  });
  return [
    paint('bold', `${''.padEnd(20)}${'before'.padEnd(width)}  after`),
    ...rows,
    '',
    ...warnings(header).map((line) => paint('yellow', line)),
    ...parts.flatMap(({ title, worse, items }) => [
      paint(worse ? 'red' : 'bold', `${title}:`),
      ...items.flatMap(({ id, words, detail }) => [
        `  ${id}: ${words}`,
        ...(detail === undefined ? [] : [paint('dim', `    ${detail}`)]),
      ]),
    ]),
    summed(of),
    '',
  ].join('\n');
}

/** The same as Markdown, for a comment or the summary of a job. */
export function comparisonMarkdown(of: Compared): string {
  const { header, parts } = partsOf(of);
  return [
    `# ${text(summed(of))}`,
    '',
    '| | before | after |',
    '| --- | --- | --- |',
    ...header.rows.map(({ name, before, after }) => `| ${name} | ${text(before)} | ${text(after)} |`),
    '',
    ...warnings(header).flatMap((line) => [`> ${text(line)}`, '']),
    ...parts.flatMap(({ title, items }) => [
      `## ${title}`,
      '',
      ...items.map(
        ({ id, words, detail }) =>
          `- ${code(id)}: ${text(words)}${detail === undefined ? '' : `: ${text(detail)}`}`,
      ),
      '',
    ]),
  ].join('\n');
}

/** The same as a page. */
export function comparisonPage(of: Compared): string {
  const { header, parts } = partsOf(of);
  const body = html`${warnings(header).map((line) => html`<p class="ended">${line}</p>`)}
<div class="scroll" tabindex="0" role="region" aria-label="The two runs"><table class="runs"><thead><tr><td></td><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>${header.rows.map(({ name, before, after }) => html`<tr${before !== after && html` class="changed"`}><th scope="row">${name}</th><td>${before}</td><td>${after}</td></tr>\n`)}</tbody></table></div>
${parts.map(partOf)}${parts.length === 0 && html`<p>Nothing differs.</p>`}`;
  return plainPage(`${summed(of)}: ${shorten(of.after.target.baseUrl, 300)}`, summed(of), body);
}

function partOf({ title, worse, items }: ComparisonPart): Markup {
  return html`<section><h2${worse && html` class="worse"`}>${title} <span class="many">${items.length}</span></h2><ul class="changes">
${[...Map.groupBy(items, ({ words, detail }) => `${words}\n${detail ?? ''}`).values()].map(alike)}</ul></section>`;
}

/** Changes of which the same is to be said: a line each, or one for many that have one reason. */
function alike(items: ComparisonPart['items']): Markup {
  const { words, detail } = items[0]!;
  const why = detail !== undefined && html`<br><span class="meta">${detail}</span>`;
  if (detail === undefined || items.length < 3)
    return html`${items.map(({ id }) => html`<li><code>${id}</code> ${words}${why}</li>\n`)}`;
  return html`<li><details><summary>${items.length} checks ${words}${why}</summary>${items.map(({ id }, i) => html`${i > 0 && ', '}<code>${id}</code>`)}</details></li>\n`;
}

const partsOf = ({ before, after, found }: Compared) => ({
  header: comparisonHeader(before, after),
  parts: comparisonParts(found),
});

function warnings({ cannot, cautions }: ComparisonHeader): string[] {
  return [...(cannot === undefined ? [] : [`These two runs cannot be compared: ${cannot}.`]), ...cautions];
}

function summed({ before, after, found }: Compared): string {
  const { newFailures, newWarnings, undecided, fixed } = found;
  const lost = undecided.filter((change) => change.after !== 'skipped').length;
  const more = [
    newWarnings.length > 0 && many(newWarnings.length, 'new warning'),
    lost > 0 && `${lost} no longer decided`,
  ].filter((words) => words !== false);
  const counts = [many(newFailures.length, 'new failure'), ...more, `${fixed.length} fixed`];
  return `${runStatement(before)} → ${runStatement(after)}: ${counts.join(', ')}`;
}

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
