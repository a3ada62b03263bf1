import type { Report, ReportTimings } from '../../model.ts';
import { EDGES } from '../../timings.ts';
import type { Markup } from '../markup.ts';
import { bar, duration, HEIGHT, picture, strip, stroke, WIDTH } from './chart.ts';

/** How long answers took, as a distribution: classes of time on one axis for all endpoints, each half as long again. */
export function latencyPicture({ timings = [] }: Report): Markup | false {
  const longest = Math.max(10, ...timings.map((t) => t.max));
  const place = (ms: number) => (Math.log10(Math.max(1, ms)) / Math.log10(longest)) * (WIDTH - 4) + 2;
  return picture(
    'How long answers took',
    `Good answers only. Each drawing runs from 1 ms to ${duration(longest)}, every tenfold as wide; its strokes are the median and the ninetieth percentile.`,
    ['Endpoint', 'Distribution', 'Answers', 'p50', 'p90', 'p99', 'Longest'],
    timings.map((t) => ({
      cells: [
        t.measure === 'first byte' ? `${t.endpoint}, first byte` : t.endpoint,
        strip(
          ...classes(t, longest).map((c) => column(c, place)),
          stroke(place(t.p50), 'ink'),
          stroke(place(t.p90), 'ink dashed'),
        ),
        t.count,
        duration(t.p50),
        duration(t.p90),
        duration(t.p99),
        duration(t.max),
      ],
    })),
  );
}

interface Column {
  from: number;
  to: number;
  /** Of the highest class, 0 to 1. */
  share: number;
}

function classes(timing: ReportTimings, longest: number): Column[] {
  const most = Math.max(...timing.classes.map((c) => c.count));
  return timing.classes.map(({ upToMs, count }) => {
    const to = Math.min(upToMs ?? longest, longest);
    const before = EDGES.findLast((edge) => edge < (upToMs ?? Number.POSITIVE_INFINITY)) ?? 1;
    return { from: Math.min(before, to), to, share: count / most };
  });
}

function column({ from, to, share }: Column, place: (ms: number) => number): Markup {
  return bar(place(from), place(to) - 0.5, 'fill', HEIGHT - 1 - share * (HEIGHT - 4), HEIGHT);
}
