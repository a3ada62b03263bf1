/** A copy that stands alone: a piece of a long text would keep all of it in memory. A byte a character where that is enough. */
export function owned(text: string): string {
  const coding = BYTES.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, coding).toString(coding);
}

const BYTES = /^[\0-\xff]*$/;
