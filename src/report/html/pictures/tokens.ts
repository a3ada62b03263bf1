import { html, type Markup } from '../markup.ts';
import { bar, HEIGHT, picture, strip, stroke, WIDTH } from './chart.ts';
import type { Drawn, Paid } from './gather.ts';

/** Tokens that completions asked for against those that they used, by how many were asked for. */
export function tokensPicture({ paid }: Drawn): Markup | false {
  const groups = [...Map.groupBy(paid, (p) => p.asked)].sort(([a], [b]) => a - b);
  const most = Math.max(1, ...paid.flatMap((p) => [p.asked, p.used ?? 0]));
  const place = (tokens: number) => (Math.log1p(tokens) / Math.log1p(most)) * (WIDTH - 4) + 2;
  return picture(
    'Tokens asked for, and used',
    `Bars run from the fewest to the most tokens used, the high stroke is what was asked for (limit times choices), the short one the median; from 0 to ${most} tokens every tenfold as wide. A reasoning model may count more than its limit.`,
    ['Asked for', 'Used', 'Completions', 'Fewest', 'Median', 'Most', 'Beyond the limit', 'Not reported'],
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
      bar(place(fewest), place(most), most > asked ? 'fill over' : 'fill', 7, HEIGHT - 7),
    median !== undefined && stroke(place(median), 'ink', 5, HEIGHT - 5),
    stroke(place(asked), 'ink dashed'),
  ];
  const links = html`${beyond.length === 0 ? '0' : `▲ ${beyond.length}: `}${beyond.slice(0, 3).map((p) => html`<a href="#${p.id}">${p.id}</a> `)}`;
  const cells = [asked, strip(...shapes), members.length, fewest ?? '–', median ?? '–', most ?? '–', links];
  return { cells: [...cells, members.length - used.length], bad: beyond.length > 0 };
}
