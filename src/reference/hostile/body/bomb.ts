import type { Duplex, Transform } from 'node:stream';
import { pipeline, Readable } from 'node:stream';
import { CLOSE, head, JSON_TYPE } from '../wire.ts';

const MEGABYTE = Buffer.alloc(1_000_000, ' ');

/** Answers with 400 MB of spaces that `coder` makes small, compressed while they are sent. */
export function explode(socket: Duplex, coding: string, coder: Transform): void {
  socket.write(head('200 OK', [JSON_TYPE, ['content-encoding', coding], CLOSE]));
  pipeline(Readable.from(Array.from({ length: 400 }, () => MEGABYTE)), coder, socket, () => {});
}
