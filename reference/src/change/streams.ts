import type { Change } from '../behaviour.ts';
import type { Reply, Write } from '../message.ts';
import { isStreamed, replies } from './answers.ts';

/** Changes the payloads of every stream, `[DONE]` being the last. */
export function payloads(edit: (payloads: string[]) => string[]): Change {
  return (before) => ({
    payloads: (all, request) => edit(before.payloads(all, request)),
  });
}

/** Changes the events of every stream as text; the last one is `data: [DONE]`. */
export function events(edit: (events: string[]) => string[]): Change {
  return (before) => ({
    events: (all, texts, request) => edit(before.events(all, texts, request)),
  });
}

/** Changes each event's text but the last. */
export function eachEvent(edit: (event: string, index: number) => string): Change {
  return events((all) => all.map((event, i) => (i < all.length - 1 ? edit(event, i) : event)));
}

/** Changes the text of the last event, `data: [DONE]`. */
export function lastEvent(edit: (event: string) => string): Change {
  return events((all) => [...all.slice(0, -1), edit(all.at(-1) ?? '')]);
}

/** Puts an event after the first one. */
export function between(event: string): Change {
  return events((all) => [...all.slice(0, 1), event, ...all.slice(1)]);
}

/** Changes the bytes of every stream as a whole. */
export function streamBytes(edit: (bytes: Buffer) => Uint8Array): Change {
  return writes((all) => [{ bytes: edit(Buffer.concat(all.map((write) => write.bytes))) }]);
}

/** Changes how the bytes of every stream are written. */
export function writes(edit: (writes: Write[]) => Write[]): Change {
  return (before) => ({
    writes: (all, request) => edit(before.writes(all, request)),
  });
}

/** Changes the reply of every streamed completion: status, headers, end. */
export function streamReply(edit: (reply: Reply) => Reply): Change {
  return replies(isStreamed, edit);
}
