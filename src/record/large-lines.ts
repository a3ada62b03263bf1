import { exposedCollector } from '../vocabulary/collector.ts';

/*
 * The collector lets garbage pile up until it is worth its while. Lines of 16 MB each come to hundreds of megabytes by
 * then, and a folder that somebody made may hold nothing else. So what is large is given back as soon as it is read.
 */

/** Smaller buffers and texts cost little, and may share their room with others. */
const LARGE = 1024 * 1024;
/** Bytes of large lines between two collections: one costs less than parsing as much. */
const OFTEN = 8 * 1024 * 1024;

let collector: (() => void) | undefined;
let waste = 0;

/** Gives the room of a large buffer back at once; nothing can be read from it any more. */
export function release(bytes: Buffer): void {
  if (bytes.byteLength >= LARGE) (bytes.buffer as ArrayBuffer).transfer(0);
}

/** To be told of every line that was parsed and is not looked at any more, with its bytes. */
export function discarded(bytes: number): void {
  if (bytes < LARGE) return;
  waste += bytes;
  if (waste < OFTEN) return;
  waste = 0;
  collector ??= exposedCollector();
  collector();
}
