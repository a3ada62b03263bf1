/** What version 0.1.0 calls `blockedBy`, in journals and reports. */
export const OLD_BLOCKED_BY = 'culprit';

/**
 * The key of an observation as it is written now: words in lower case, joined by hyphens. Version 0.1.0 has dots, slashes
 * and capitals in some.
 */
export function keyNow(key: string): string {
  return key.toLowerCase().replaceAll(/[./]/g, '-');
}

/** The check that a result names as what blocks it, under either name. */
export function blockerNamed(result: object): string | undefined {
  const members = result as Readonly<Record<string, string | undefined>>;
  return members.blockedBy ?? members[OLD_BLOCKED_BY];
}
