import { html, type Markup } from '../markup.ts';

/** Width and height of a picture in a row, in units of its own; it stretches to its cell. */
export const WIDTH = 300;
export const HEIGHT = 22;

/** A picture that stands in a row beside its numbers, which say the same to who does not see it. */
export function strip(...shapes: readonly (Markup | false)[]): Markup {
  return html`<svg class="strip" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${shapes}</svg>`;
}

/** A bar from one place to another; `kind` is a class of the style sheet. */
export function bar(from: number, to: number, kind: string, top = 4, bottom = HEIGHT - 4): Markup {
  return html`<rect class="${kind}" x="${at(from)}" y="${at(top)}" width="${at(Math.max(1, to - from))}" height="${at(bottom - top)}"/>`;
}

/** A vertical stroke. */
export function stroke(x: number, kind: string, top = 0, bottom = HEIGHT): Markup {
  return html`<line class="${kind}" x1="${at(x)}" x2="${at(x)}" y1="${at(top)}" y2="${at(bottom)}"/>`;
}

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A part of the page with one picture: a table of which one column is drawn. */
export function picture(
  title: string,
  words: string,
  columns: readonly string[],
  rows: readonly { cells: readonly (string | number | Markup)[]; bad?: boolean }[],
): Markup | false {
  if (rows.length === 0) return false;
  return html`<section class="picture"><h3>${title}</h3><p class="meta">${words}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
<tbody>${rows.map(({ cells, bad }) => html`<tr${bad && html` class="bad"`}>${cells.map((cell, i) => (i === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`))}</tr>\n`)}</tbody></table></div></section>`;
}

/** Milliseconds as people read them. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${Math.round(ms / 100) / 10} s`;
}
