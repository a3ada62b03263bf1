import { html, type Markup } from '../../markup.ts';
import type { Report } from '../../model.ts';
import type { Lines } from '../../recorded-run.ts';
import { bar, HEIGHT, picture, strip, stroke } from './chart.ts';
import { type Drawn, gatherDrawn, type Paid } from './gather.ts';
import { latencyPicture } from './latency.ts';
import { sectionsPicture } from './sections.ts';
import { usagePicture } from './usage.ts';

/** The run in pictures with their numbers. The script draws the requests. */
export async function pictures(report: Report, lines: Lines): Promise<Markup> {
  const drawn = await gatherDrawn(lines);
  return html`<section id="pictures"><h2>In pictures</h2><div class="pictures">
${sectionsPicture(report, drawn)}<div>${latencyPicture(report)}${tokensPicture(drawn)}</div></div>
<section class="picture"><h3>Requests over time</h3><div id="lanes"></div></section>
${usagePicture(report)}</section>`;
}

/** Requested and used tokens of completions, by number of requested tokens. */
function tokensPicture({ paid }: Drawn) {
  const groups = [...Map.groupBy(paid, (p) => p.asked)].sort(([a], [b]) => a - b);
  const most = Math.max(1, ...paid.flatMap((p) => [p.asked, p.used ?? 0]));
  const place = (tokens: number) => Math.log1p(tokens) / Math.log1p(most);
  return picture(
    'Requested and used tokens',
    'Bar: range of used tokens; solid line: median; dashed line: requested tokens (limit times choices). The scale is logarithmic. A reasoning model may use more than its limit.',
    ['Requested', 'Used', 'Responses', 'Reported', 'Median', 'Maximum', 'Exceeded'],
    groups.map(([asked, members]) => row(asked, members, place)),
  );
}

function row(asked: number, members: readonly Paid[], place: (tokens: number) => number) {
  const used = members.flatMap((p) => p.used ?? []).sort((a, b) => a - b);
  const [fewest, most] = [used[0], used.at(-1)];
  const median = used[Math.floor((used.length - 1) / 2)];
  const beyond = members.filter((p) => p.used !== undefined && p.used > asked);
  const shapes = [
    fewest !== undefined &&
      most !== undefined &&
      bar(place(fewest), place(most), most > asked ? 'over' : 'fill', 7, HEIGHT - 7),
    median !== undefined && stroke(place(median), 'ink', 5, HEIGHT - 5),
    stroke(place(asked), 'ink dashed'),
  ];
  const links = html`${beyond.length === 0 ? '0' : `▲ ${beyond.length}: `}${beyond.slice(0, 3).map((p) => html`<a href="#${p.id}">${p.id}</a> `)}`;
  const counts = [members.length, used.length, median ?? '–', most ?? '–'];
  return { cells: [asked, strip(...shapes), ...counts, links], bad: beyond.length > 0 };
}
