import { html, type Markup } from '../../markup.ts';
import type { Report } from '../../model.ts';
import type { Lines } from '../../recorded-run.ts';
import { gatherDrawn } from './gather.ts';
import { latencyPicture } from './latency.ts';
import { sectionsPicture } from './sections.ts';
import { tokensPicture } from './tokens.ts';
import { usagePicture } from './usage.ts';

/** The run in pictures with their numbers. The script draws the requests. */
export async function pictures(report: Report, lines: Lines): Promise<Markup> {
  const drawn = await gatherDrawn(lines);
  return html`<section id="pictures"><h2>In pictures</h2><div class="pictures">
${sectionsPicture(report, drawn)}<div>${latencyPicture(report)}${tokensPicture(drawn)}</div></div>
<section class="picture"><h3>Requests over time</h3><div id="lanes"></div></section>
${usagePicture(report)}</section>`;
}
