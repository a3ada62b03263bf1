/** The signals that end a run early, and the exit codes that they stand for. */
export const INTERRUPTS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type Interrupt = keyof typeof INTERRUPTS;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** The signal that came, if one did. */
  readonly received: Interrupt | undefined;
  /** Hands the signals back to their defaults. */
  release(): void;
}

/**
 * Turns the first signal into an abort, so that what was measured can still be written; a second one ends the process
 * at once (the journal is on disk by then).
 */
export function catchInterrupts(onFirst: (name: Interrupt) => void): Interrupts {
  const controller = new AbortController();
  let received: Interrupt | undefined;
  const listeners = (Object.keys(INTERRUPTS) as Interrupt[]).map((name) => {
    const listener = () => {
      if (received) process.exit(INTERRUPTS[name]);
      received = name;
      onFirst(name);
      controller.abort(new Error(`interrupted by ${name}`));
    };
    process.on(name, listener);
    return [name, listener] as const;
  });
  return {
    signal: controller.signal,
    get received() {
      return received;
    },
    release() {
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}
