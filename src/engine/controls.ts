import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';

/** Controls that everybody who waits for the same one shares: they are paid for. */
export interface Controls {
  /** `send` asks once, in the name of the control. */
  ask(spec: RequestSpec, send: (owner: string, control: RequestSpec) => Promise<Exchange>): Promise<Exchange>;
}

/** No control was asked yet. */
export function createControls(): Controls {
  const unsent = new Map<string, Promise<Exchange>>();
  let asked = 0;
  return {
    ask(spec, send) {
      const key = `${spec.path} ${String(spec.body ?? '')}`;
      const known = unsent.get(key);
      if (known) return known;
      const forget = () => void unsent.delete(key);
      // Who comes after it was sent wants to know how the service does after that.
      const control = send(`control/${asked++}`, { ...spec, isControl: true, onAttempt: forget });
      unsent.set(key, control);
      control.then(forget, forget);
      return control;
    },
  };
}
