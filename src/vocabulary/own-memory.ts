const encoder = new TextEncoder();

/** A text in UTF-8, in memory of its own: a kept buffer from the pool keeps all others of its 64 KiB. */
export const bytesOf = (text: string): Buffer => Buffer.from(encoder.encode(text).buffer);
