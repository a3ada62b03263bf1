/** Options of Node that move the clock of a process by some days, for what another day decides. */
export function movedClock(days: number): string {
  const program = `
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + ${days} * 864e5])); }
      static now() { return Real.now() + ${days} * 864e5; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}

/** The day after today, UTC, in calendar form. */
export function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}
