/** A line of the record that is none: only its last one may be, when the run was killed. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

/** Bytes of a line at most: a body of one MiB, however it has to be escaped, its headers and its reads need less. */
export const LONGEST_LINE = 16 * 1024 * 1024;
