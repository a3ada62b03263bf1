/** What came of one step of the doctor's. */
export interface Step {
  name: 'name' | 'TCP' | 'TLS' | 'path' | 'key' | 'model' | 'stream' | 'usage';
  /** `warning` does not keep a run from beginning. */
  outcome: 'ok' | 'warning' | 'failed' | 'not tried';
  /** What was seen, in one line. */
  seen: string;
  /** What to do about it. */
  mend?: string;
}

/** A step that went well. */
export const ok = (name: Step['name'], seen: string): Step => ({ name, outcome: 'ok', seen });

/** A step that did not, with what to do. */
export const failed = (name: Step['name'], seen: string, mend: string): Step => ({
  name,
  outcome: 'failed',
  seen,
  mend,
});
