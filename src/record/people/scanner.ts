import type { Patches } from './raw-value.ts';

/** Reads text of one kind as it comes, each byte one character, and finds people in it. */
export interface Scanner {
  /**
   * Takes what has not been consumed yet together with what came since, and patches it. Returns how much of it is done
   * with: all of it when it is `final`.
   */
  scan(text: string, final: boolean, out: Patches): number;
}
