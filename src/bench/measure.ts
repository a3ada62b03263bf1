/** The median; of an even number of values, the lower one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** How often subjects are measured in turn. */
export const ROUNDS = 3;

/** Duration of one subject in milliseconds. */
export type Subject = () => Promise<number>;

/**
 * Runs the subjects in turn, A B A B …, so that drifting machine speed affects all of them alike, with one round
 * before the counted ones. Returns the times of each, by round.
 */
export async function alternate<K extends string>(
  subjects: Record<K, Subject>,
  rounds: number,
): Promise<Record<K, number[]>> {
  const names = Object.keys(subjects) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const ms = await subjects[name]();
      if (round >= 0) times[name].push(ms);
    }
  }
  return times;
}

/** Median of the ratios within each round: a/b. */
export function ratio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((ms, round) => ms / b[round]!));
}

/** Wall time of an action in milliseconds. */
export async function timed(action: () => unknown): Promise<number> {
  const begun = performance.now();
  await action();
  return performance.now() - begun;
}

/** Growth of time with size: the slope of the line through the points in logarithms; 1 is linear. */
export function exponent(points: readonly (readonly [size: number, time: number])[]): number {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(time)] as const);
  const mean = (i: 0 | 1) => logs.reduce((sum, point) => sum + point[i], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const up = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return up / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

/** One line of the table: the measurement, its reference, and its bound. */
export interface Row {
  what: string;
  /** Figures with their units. */
  figures: string;
  /** As printed, with the bound: `0.71 (at least 0.5)`. */
  ratio: string;
  /** Whether the bound is met; undefined if there is none. */
  met: boolean | undefined;
}

/** A row whose ratio must not exceed, or not fall below, a bound. */
export function bounded(
  what: string,
  figures: string,
  value: number,
  bound: { most?: number; least?: number },
): Row {
  const words = bound.most === undefined ? `at least ${bound.least}` : `at most ${bound.most}`;
  const met = value <= (bound.most ?? Number.POSITIVE_INFINITY) && value >= (bound.least ?? 0);
  return { what, figures, ratio: `${value.toFixed(2)} (${words})`, met };
}

/** A row without a bound. */
export function infoRow(what: string, figures: string, ratio = ''): Row {
  return { what, figures, ratio, met: undefined };
}
