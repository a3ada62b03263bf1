/** The outcome of one step of the doctor. */
export interface Step {
  name: 'name' | 'TCP' | 'TLS' | 'path' | 'key' | 'model' | 'stream' | 'usage';
  /** `warning` does not prevent a run. */
  outcome: 'ok' | 'warning' | 'failed' | 'not tried';
  /** The observation, in one line. */
  seen: string;
  /** The remedy. */
  mend?: string;
}

/** A step that succeeded. */
export const ok = (name: Step['name'], seen: string): Step => ({ name, outcome: 'ok', seen });

const withRemedy =
  (outcome: Step['outcome']) =>
  (name: Step['name'], seen: string, mend: string): Step => ({ name, outcome, seen, mend });

/** A step that failed, with the remedy. */
export const failed = withRemedy('failed');

/** A step with a problem that does not prevent a run, with the remedy. */
export const warned = withRemedy('warning');
