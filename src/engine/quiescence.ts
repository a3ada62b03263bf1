/** Turns of the event loop without news, after which everybody who could ask something has asked. */
const QUIET_TURNS = 3;
/** A request that takes so much longer than any other is not waited for. */
const LAGGARD = 3;
const LEAST_LAG_MS = 5_000;

/** Notices when nothing is under way any more and everybody has asked what follows from the answers. */
export interface Quiescence {
  begin(): void;
  end(): void;
  /** Somebody came who waits. */
  arrived(): void;
}

/** Calls `whenQuiet` each time; it is called again only after something arrived, or ended. */
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
  /** On the machine's own clock: one that jumps has no laggards. */
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
      // Of a whole round: a little too long is long enough.
      slowest = Math.max(slowest, performance.now() - since);
      awaitLaggards();
      arrived();
    },
  };
}
