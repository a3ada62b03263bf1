/**
 * A number with its noun.
 *
 * @example counted(1, 'record') // '1 record'
 * @example counted(3, 'record') // '3 records'
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
