import type { Markup } from '../markup.ts';
import { duration, HEIGHT, picture, strip, stroke, WIDTH } from './chart.ts';
import type { Answered, Drawn } from './gather.ts';

/** Strokes of one row: more can't be told apart. */
const STROKES = 300;

/** Statuses over the time of the run, a row each; retries and told limits as longer strokes and in numbers. */
export function statusesPicture({ answered }: Drawn): Markup | false {
  const end = answered.reduce((most, a) => Math.max(most, a.at), 1);
  const groups = [...Map.groupBy(answered, (a) => a.outcome)].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return picture(
    'Statuses over time',
    `Each stroke is an answer, from the first request to ${duration(end)} after it; the full height is one that was asked again after an answer that passes (429, 503 and their like).`,
    ['Answer', 'When', 'How many', 'First', 'Last', 'Retries', 'Told a limit'],
    groups.map(([outcome, members]) => ({
      cells: [
        outcome,
        strip(...strokes(members, end)),
        members.length,
        duration(members.reduce((least, a) => Math.min(least, a.at), end)),
        duration(members.reduce((most, a) => Math.max(most, a.at), 0)),
        members.filter((a) => a.isRetry).length,
        members.filter((a) => a.tellsLimit).length,
      ],
      bad: !/^[234]/.test(outcome),
    })),
  );
}

function strokes(members: readonly Answered[], end: number): Markup[] {
  const places = new Map<number, boolean>();
  for (const { at, isRetry } of members) {
    const place = Math.round((at / end) * STROKES);
    places.set(place, (places.get(place) ?? false) || isRetry);
  }
  return [...places].map(([place, isRetry]) =>
    stroke((place / STROKES) * (WIDTH - 4) + 2, 'ink', isRetry ? 0 : 7, isRetry ? HEIGHT : HEIGHT - 7),
  );
}
