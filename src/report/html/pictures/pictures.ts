import type { Report } from '../../model.ts';
import type { Lines } from '../../recorded-run.ts';
import { html, type Markup } from '../markup.ts';
import { gatherDrawn } from './gather.ts';
import { latencyPicture } from './latency.ts';
import { sectionsPicture } from './sections.ts';
import { statusesPicture } from './statuses.ts';
import { tokensPicture } from './tokens.ts';
import { usagePicture } from './usage.ts';

/** What people would rather look at, each with its numbers; the journal is read once. */
export async function pictures(report: Report, lines: Lines): Promise<Markup> {
  const drawn = await gatherDrawn(lines);
  return html`<section id="pictures"><h2>In pictures</h2>
${latencyPicture(report)}${usagePicture(report)}${statusesPicture(drawn)}${tokensPicture(drawn)}${sectionsPicture(report, drawn)}</section>`;
}
