import type { Duplex } from 'node:stream';
import { type Hostile, honest } from '../hostile.ts';
import { readCall } from '../read-call.ts';
import { completion, head, JSON_TYPE } from '../wire.ts';

/** Late enough for the caller to have taken the first answer for his. */
const LATER_MS = 15;

function answer(socket: Duplex, status: string, body: string): void {
  socket.write(head(status, [JSON_TYPE, ['content-length', String(Buffer.byteLength(body))]]));
  socket.write(body);
}

function isValid(body: Buffer): boolean {
  const { seed = 0 } = JSON.parse(body.toString()) as { seed?: unknown };
  return Number.isInteger(seed);
}

/** From the second request on, what is left over of the one before comes first. */
async function serve(socket: Duplex): Promise<void> {
  let before = 0;
  for (let call = await readCall(socket); call; call = await readCall(socket)) {
    if (before++ > 0) {
      answer(socket, '200 OK', completion('small', 'left over'));
      await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    }
    if (socket.destroyed) return;
    if (call.method === 'GET') answer(socket, '200 OK', '[]');
    else if (isValid(call.body)) answer(socket, '200 OK', completion('small', 'hello'));
    else answer(socket, '422 Unprocessable Content', '{"error":{"message":"no"}}');
  }
}

/** What is taken for an answer on a kept connection is asked again on a connection of its own. */
export const oneAnswerTooMany: Hostile = {
  id: 'one-answer-too-many',
  title: 'sends an answer too many on each kept connection',
  expects: {
    exit: 0,
    only: ['completion/body-is-json', 'completion/content-type', 'request/seed-wrong-type'],
    profile: 'smoke',
    never: ['inconclusive'],
  },
  act: honest,
  greet: (socket) => void serve(socket),
};
