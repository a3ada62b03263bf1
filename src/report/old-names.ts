/** Version 0.1.0's name of `blockedBy`, in journals and reports. */
export const OLD_BLOCKED_BY = 'culprit';

/**
 * The current key of an observation: lower-case words joined by hyphens. Version 0.1.0 has dots, slashes and
 * capitals in some.
 */
export function keyNow(key: string): string {
  return key.toLowerCase().replaceAll(/[./]/g, '-');
}

/** The check that blocks a result, under either name. */
export function blockerNamed(result: object): string | undefined {
  const members = result as Readonly<Record<string, string | undefined>>;
  return members.blockedBy ?? members[OLD_BLOCKED_BY];
}
