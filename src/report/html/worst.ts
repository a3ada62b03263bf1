import { counted } from '../../vocabulary/counted.ts';
import type { Entry } from '../entries.ts';
import { isAccepted } from '../mark-known.ts';
import { html, type Markup } from '../markup.ts';
import type { ReportFinding } from '../model.ts';
import { shorten } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';
import { links } from './links.ts';

/** Lines on the first screen; the rest is folded. */
const AT_ONCE = 8;

/** The problems as a list, one line each, the worst first; inconclusive checks and warnings are folded. */
export function worstList(entries: readonly Entry[]): Markup {
  const red = entries.filter((e) => e.gravity === 'fail' || e.gravity === 'error');
  const doubts = entries.filter((e) => e.gravity === 'inconclusive');
  const warnings = entries.filter((e) => e.gravity === 'warn');
  const rest = red.slice(AT_ONCE);
  return html`<section id="worst" aria-labelledby="worst-title"><h2 id="worst-title">${failedWords(red)}</h2>
${red.length > 0 && html`<ol class="worst">${red.slice(0, AT_ONCE).map(line)}</ol>`}
${rest.length > 0 && html`<details class="more"><summary>${counted(rest.length, 'more cause')}</summary><ol class="worst" start="${AT_ONCE + 1}">${rest.map(line)}</ol></details>`}
${folded(doubts, 'inconclusive (independent causes)')}${folded(warnings, 'warned')}</section>`;
}

/** The number of checks, and of causes if there are fewer. */
function failedWords(red: readonly Entry[]): string {
  const checks = new Set(red.flatMap((e) => e.checks)).size;
  if (checks === 0) return 'Nothing failed';
  const causes = red.length < checks ? ` (${counted(red.length, 'cause')})` : '';
  return `${counted(checks, 'check')} failed${causes}${red.length > 1 ? ', the worst first' : ''}`;
}

function folded(entries: readonly Entry[], words: string): Markup | false {
  if (entries.length === 0) return false;
  const checks = new Set(entries.flatMap((e) => e.checks)).size;
  return html`<details class="more"><summary>${counted(checks, 'check')} ${words}</summary><ol class="worst">${entries.map(line)}</ol></details>`;
}

function line(entry: Entry): Markup {
  const { checks, blocks, gravity, harm, title, hint } = entry;
  const { mark, word } = FOREIGN[gravity];
  const came = checks.length === 1 ? cameInstead(entry.findings[0]?.finding) : undefined;
  const accepted = checks.every(isAccepted) ? html`<span class="tag">accepted</span>` : false;
  return html`<li class="${gravity}"><span class="badge ${gravity}"><span aria-hidden="true">${mark}</span><span class="unseen">${word}</span></span>
<a class="title" href="#${checks[0]!.id}">${title}</a> <span class="tag">${harm}</span>${accepted}${came !== undefined && html` <span class="came">${came}</span>`}
${(checks.length > 1 || blocks.length > 0) && details(entry)}
${hint !== undefined && html`<span class="meta">${hint}</span>`}</li>`;
}

/** The actual value, or the missing place; undefined for several checks. */
function cameInstead(finding: ReportFinding | undefined): string | undefined {
  if (!finding) return undefined;
  const { actual, place } = finding;
  return shorten(actual === 'absent' ? `${place} is absent` : actual, 90) || undefined;
}

function details({ checks, blocks }: Entry): Markup {
  const words = [
    ...(checks.length > 1 ? [`${checks.length} checks`] : []),
    ...(blocks.length > 0 ? [`blocks ${counted(blocks.length, 'check')}`] : []),
  ].join(', ');
  return html`<details class="members"><summary>${words}</summary>
${checks.length > 1 && html`<p>${links(checks.map((c) => c.id))}</p>`}
${blocks.length > 0 && html`<p>Blocked checks: ${links(blocks)}</p>`}</details>`;
}
