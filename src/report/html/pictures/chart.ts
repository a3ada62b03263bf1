import { html, type Markup } from '../../markup.ts';

/** Pixels; the width is that of the cell, so positions are shares from 0 to 1. */
export const HEIGHT = 22;

/** A picture in a row. The numbers next to it carry the same information for readers who cannot see it. */
export function strip(...shapes: readonly (Markup | false)[]): Markup {
  return html`<svg class="strip" height="${HEIGHT}" aria-hidden="true">${shapes}</svg>`;
}

/** A bar between two places, from `top` to the bottom; `kind` is a class of the style sheet. */
export function bar(from: number, to: number, kind: string, top: number): Markup {
  return html`<rect class="${kind}" x="${share(from)}" y="${round(top)}" width="${share(Math.max(0.004, to - from))}" height="${round(HEIGHT - top)}"/>`;
}

/** A vertical stroke. */
export function stroke(place: number, kind: string, top = 0, bottom = HEIGHT): Markup {
  return html`<line class="${kind}" x1="${share(place)}" x2="${share(place)}" y1="${round(top)}" y2="${round(bottom)}"/>`;
}

/** The row below pictures that share a scale. */
export function axis(ticks: readonly { place: number; words: string }[]): Markup {
  const anchor = (place: number) => (place < 0.05 ? 'start' : place > 0.95 ? 'end' : 'middle');
  return html`<svg class="axis" height="${HEIGHT}" aria-hidden="true">${ticks.map(({ place, words }) => html`${stroke(place, 'tick', 0, 5)}<text x="${share(place)}" y="17" text-anchor="${anchor(place)}">${words}</text>`)}</svg>`;
}

const round = (value: number) => String(Math.round(value * 10) / 10);
const share = (place: number) => `${Math.round(place * 10_000) / 100}%`;

interface PictureRow {
  cells: readonly (string | number | Markup)[];
  bad?: boolean;
}

/** A part of the page with one picture: a table of which one column is drawn. */
export function picture(
  title: string,
  words: string | Markup,
  columns: readonly string[],
  rows: readonly PictureRow[],
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
