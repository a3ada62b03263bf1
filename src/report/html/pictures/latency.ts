import type { Markup } from '../../markup.ts';
import type { Report, ReportTimings } from '../../model.ts';
import { EDGES } from '../../timings.ts';
import { axis, bar, duration, HEIGHT, picture, strip, stroke } from './chart.ts';

const TICKS = [1, 10, 100, 1000, 10_000, 100_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]);
/** Maximum number of ticks that do not overlap. */
const MOST_TICKS = 4;

/** Response times: one logarithmic scale for all endpoints, from the fastest class to the slowest response. */
export function latencyPicture({ timings = [] }: Report): Markup | false {
  const least = Math.max(1, Math.min(...timings.map((t) => lowerEdge(t.classes[0]?.upToMs))));
  const most = Math.max(least * 2, ...timings.map((t) => t.max));
  const place = (ms: number) => Math.log(Math.max(least, ms) / least) / Math.log(most / least);
  const inside = TICKS.filter((ms) => ms >= least && ms <= most);
  const ticks =
    inside.length <= MOST_TICKS ? inside : inside.filter((ms) => Number.isInteger(Math.log10(ms)));
  const rows = timings.map((t) => ({
    cells: [
      t.measure === 'first byte' ? `${t.endpoint}, first byte` : t.endpoint,
      strip(
        ...classes(t, least, most).map(({ from, to, height }) =>
          bar(place(from), place(to), 'fill', HEIGHT - 1 - height * (HEIGHT - 4)),
        ),
        stroke(place(t.p50), 'ink'),
        stroke(place(t.p90), 'ink dashed'),
      ),
      ...[t.p50, t.p90, t.p99, t.max].map(duration),
      t.count,
    ],
  }));
  const scale = axis(ticks.map((ms) => ({ place: place(ms), words: duration(ms) })));
  return picture(
    'Latency by endpoint',
    'Responses with status 200. Solid line: p50; dashed line: p90. The scale is logarithmic.',
    ['Endpoint', 'Distribution', 'p50', 'p90', 'p99', 'Maximum', 'Responses'],
    rows.length === 0 ? [] : [...rows, { cells: ['scale', scale] }],
  );
}

function lowerEdge(upToMs = Number.POSITIVE_INFINITY): number {
  return EDGES.findLast((edge) => edge < upToMs) ?? 1;
}

/** Classes as bars; `height` is the share of the highest one. */
function classes({ classes: all }: ReportTimings, least: number, most: number) {
  const highest = Math.max(...all.map((c) => c.count));
  return all.map(({ upToMs, count }) => ({
    from: Math.max(least, Math.min(lowerEdge(upToMs), most)),
    to: Math.min(upToMs ?? most, most),
    height: count / highest,
  }));
}
