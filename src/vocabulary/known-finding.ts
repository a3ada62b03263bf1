/** An accepted finding: it stays visible, and does not affect the exit code until it expires. */
export interface KnownFinding {
  check: string;
  /** Twelve hexadecimal digits that identify the finding in every run (`report/fingerprint.ts`). */
  fingerprint: string;
  /** The base URL of the acceptance; absent for any. */
  target?: string;
  reason: string;
  owner: string;
  /** The last day of the acceptance, YYYY-MM-DD (UTC). */
  until: string;
  /** A description for readers of the file. */
  finding?: { expected: string; actual: string; place: string };
}
