/** Event-loop turns without news, after which every caller has sent its requests. */
const QUIET_TURNS = 3;
/** A request that takes so much longer than all others is not awaited. */
const LAGGARD = 3;
const LEAST_LAG_MS = 5_000;

/** Notices when nothing is in flight and every caller has reacted to the responses. */
export interface Quiescence {
  begin(): void;
  end(): void;
  /** A caller starts to wait. */
  arrived(): void;
}

/** Calls `whenQuiet` each time; again only after something arrived or ended. */
export function createQuiescence(whenQuiet: () => void): Quiescence {
  let underWay = 0;
  let news = 0;
  let watching = false;
  let since = 0;
  let slowest = 0;
  let laggards: NodeJS.Timeout | undefined;

  const watch = (turns: number, seen: number): void => {
    setImmediate(() => {
      if (underWay > 0) watching = false;
      else if (seen !== news) watch(0, news);
      else if (turns + 1 < QUIET_TURNS) watch(turns + 1, seen);
      else {
        watching = false;
        whenQuiet();
      }
    });
  };
  const arrived = () => {
    news++;
    if (watching || underWay > 0) return;
    watching = true;
    watch(0, news);
  };
  /** Measured on the machine's clock: a simulated clock has no slow requests. */
  const awaitLaggards = () => {
    clearTimeout(laggards);
    if (underWay === 0) return;
    laggards = setTimeout(whenQuiet, Math.max(LEAST_LAG_MS, LAGGARD * slowest));
    laggards.unref();
  };
  return {
    arrived,
    begin() {
      if (underWay++ === 0) since = performance.now();
      awaitLaggards();
    },
    end() {
      underWay--;
      // For a whole round, so a rough limit is sufficient.
      slowest = Math.max(slowest, performance.now() - since);
      awaitLaggards();
      arrived();
    },
  };
}
