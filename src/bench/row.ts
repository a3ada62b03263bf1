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
