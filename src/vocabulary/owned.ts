/**
 * An independent copy: a piece of a long text would keep all of it in memory. One byte per character if possible.
 */
export function owned(text: string): string {
  const coding = BYTES.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, coding).toString(coding);
}

const BYTES = /^[\0-\xff]*$/;
