const encoder = new TextEncoder();

/** A text in UTF-8, in memory of its own: a kept buffer from the pool keeps all others of its 64 KiB. */
export const bytesOf = (text: string): Buffer => Buffer.from(encoder.encode(text).buffer);

/** Frees the memory of a large body that has a clean copy. A smaller one may share its memory with others. */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= OWN_MEMORY && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

const OWN_MEMORY = 64 * 1024;
