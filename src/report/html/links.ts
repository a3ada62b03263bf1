import { html, type Markup } from '../markup.ts';

/** Links to checks or exchanges by id: at most so many, and the number of the others. */
export function links(ids: readonly string[], many = ids.length): Markup {
  const shown = ids.slice(0, many).map((id, i) => html`${i > 0 && ', '}<a href="#${id}">${id}</a>`);
  return html`${shown}${ids.length > many && ` and ${ids.length - many} more`}`;
}
