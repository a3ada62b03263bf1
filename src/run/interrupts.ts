/** The signals that end a run early, with their exit codes. */
export const INTERRUPTS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type Interrupt = keyof typeof INTERRUPTS;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** The received signal, if any. */
  readonly received: Interrupt | undefined;
  /** The uncaught error, if any: a defect of chatspec. */
  readonly uncaught?: Error | undefined;
  /** Restores the default handlers. */
  release(): void;
}

/** The interruption of a run by an abort instead of a signal of the system. */
export const interruptedBy = (signal: AbortSignal): Omit<Interrupts, 'release'> => ({
  signal,
  get received() {
    return signal.aborted ? ('SIGINT' as const) : undefined;
  },
});

/**
 * Turns the first signal into an abort, so that results can still be written; a second one ends the process at once
 * (the journal is on disk by then). An uncaught error aborts the run too.
 */
export function catchInterrupts(onFirst: (name: Interrupt) => void): Interrupts {
  const controller = new AbortController();
  let received: Interrupt | undefined;
  let uncaught: Error | undefined;
  const onUncaught = (error: unknown) => {
    uncaught ??= error instanceof Error ? error : new Error(String(error));
    controller.abort(uncaught);
  };
  process.on('uncaughtException', onUncaught);
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
    get uncaught() {
      return uncaught;
    },
    release() {
      process.off('uncaughtException', onUncaught);
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}
