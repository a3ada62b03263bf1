import { el, svg } from './dom.js';
import { streamEvents, streamLines } from './stream.js';

const STRIP_WIDTH = 600;
const STRIP_HEIGHT = 26;

/** A stream as a timeline: a stroke per event at its arrival, and the longest gap. */
export function eventTimeline(text, reads, endMs, offset) {
  const events = streamEvents(streamLines(text, reads));
  if (events.length < 2) return undefined;
  const end = Math.max(endMs, events.at(-1).at, 1);
  const isMarked = (e, i) => offset >= e.offset && (i + 1 === events.length || offset < events[i + 1].offset);
  const strokes = events.map((event, i) => {
    const x = ((event.at / end) * (STRIP_WIDTH - 4) + 2).toFixed(1);
    const marked = isMarked(event, i);
    const place = {
      x1: x,
      x2: x,
      y1: marked ? 0 : 6,
      y2: STRIP_HEIGHT,
      class: marked ? 'stroke bad' : 'stroke',
    };
    return svg('line', place);
  });
  const longest = events.slice(1).reduce((most, e) => (e.gap > most.gap ? e : most));
  const words =
    `${events.length} events in ${Math.round(end)} ms, the first after ${Math.round(events[0].at)} ms; ` +
    `longest gap ${Math.round(longest.gap)} ms, before event ${events.indexOf(longest) + 1}`;
  const size = {
    viewBox: `0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`,
    preserveAspectRatio: 'none',
    class: 'events',
    'aria-hidden': 'true',
  };
  return el('figure', {}, svg('svg', size, ...strokes), el('figcaption', {}, words));
}
