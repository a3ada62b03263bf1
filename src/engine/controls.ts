import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';

/** Controls that all waiting checks share, since they are billed. */
export interface Controls {
  /** `send` sends the control once, under the name of the control. */
  ask(spec: RequestSpec, send: (owner: string, control: RequestSpec) => Promise<Exchange>): Promise<Exchange>;
}

/** No control was sent yet. */
export function createControls(): Controls {
  const unsent = new Map<string, Promise<Exchange>>();
  let asked = 0;
  return {
    ask(spec, send) {
      const key = `${spec.path} ${String(spec.body ?? '')}`;
      const known = unsent.get(key);
      if (known) return known;
      const forget = () => void unsent.delete(key);
      // A check that comes later needs a control that is sent later.
      const control = send(`control/${asked++}`, { ...spec, isControl: true, onAttempt: forget });
      unsent.set(key, control);
      control.then(forget, forget);
      return control;
    },
  };
}
