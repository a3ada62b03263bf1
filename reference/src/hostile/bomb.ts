import { type Duplex, Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CLOSE, head, JSON_TYPE } from './wire.ts';

const MEGABYTE = Buffer.alloc(1_000_000, ' ');
/** By coding; each takes a while to make. */
const made = new Map<string, Promise<Buffer>>();

/** Answers with 400 MB of spaces that a coder makes small. */
export async function explode(socket: Duplex, coding: string, coder: () => Transform): Promise<void> {
  let bomb = made.get(coding);
  if (!bomb) {
    bomb = buffer(Readable.from(Array.from({ length: 400 }, () => MEGABYTE)).pipe(coder()));
    made.set(coding, bomb);
  }
  const body = await bomb;
  socket.write(head('200 OK', [JSON_TYPE, ['content-encoding', coding], CLOSE]));
  socket.end(body);
}
