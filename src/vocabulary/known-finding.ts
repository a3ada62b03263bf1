/** A finding that somebody accepted: it stays visible, and no longer decides the exit code until its day is over. */
export interface KnownFinding {
  check: string;
  /** Twelve hexadecimal digits that name the finding in every run (`report/fingerprint.ts`). */
  fingerprint: string;
  /** The base URL that it was accepted for; absent for any. */
  target?: string;
  reason: string;
  owner: string;
  /** The last day on which it is accepted, YYYY-MM-DD (UTC). */
  until: string;
  /** What was found, for the people who read the file. */
  finding?: { expected: string; actual: string; place: string };
}
