/** An invalid line of the record: only the last line may be invalid, after the run was killed. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

/** Maximum size of a line: a body of one MiB, however escaped, with headers and reads needs less. */
export const LONGEST_LINE = 16 * 1024 * 1024;
