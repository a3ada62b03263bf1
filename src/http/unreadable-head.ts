import type { Socket } from 'node:net';
import type { Failure } from '../vocabulary/exchange.ts';
import { classify, LENGTH_MISMATCH, UNREADABLE_HEAD } from './failure.ts';
import { valuesOf } from './header-list.ts';
import type { Head, Outcome } from './outcome.ts';

/** Maximum kept bytes of a head. */
const KEPT = 8_192;

const BEGINNING = 'HTTP/';
/** Interim responses that ask for the rest of a request: a client parses them unasked (RFC 9110, section 15.2). */
const CONTINUE = /^(?:HTTP\/1\.1 100(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n){0,16}\r\n)+/;

/** What undici reports about a head that it rejects: invalid syntax, or an impossible length. */
const isAboutHead = ({ name, code }: NodeJS.ErrnoException): boolean =>
  name === 'HTTPParserError' || code === LENGTH_MISMATCH;

const heads = new WeakMap<Error, Buffer>();

/**
 * Keeps the start of each response on a connection until the next one begins, in case the client cannot parse its
 * head. Drops a response 100 before it, which undici rejects.
 */
export function keepHeads(socket: Socket): void {
  let kept: Buffer = Buffer.alloc(0);
  let written = 0;
  const push = socket.push.bind(socket);
  socket.push = (pushed: unknown, ...rest: never[]) => {
    let piece = pushed;
    if (Buffer.isBuffer(piece)) {
      if (piece.subarray(0, BEGINNING.length).equals(Buffer.from(BEGINNING))) {
        // Within a body these are bytes like others.
        if (socket.bytesWritten !== written) piece = piece.subarray(lengthOfContinue(piece));
        written = socket.bytesWritten;
        kept = (piece as Buffer).subarray(0, KEPT);
      } else if (!textOf(kept).includes('\r\n\r\n')) kept = Buffer.concat([kept, piece]).subarray(0, KEPT);
    }
    return push(piece, ...rest);
  };
  socket.on('error', (error) => {
    if (isAboutHead(error)) heads.set(error, kept);
  });
}

const lengthOfContinue = (piece: Buffer): number =>
  CONTINUE.exec(textOf(piece.subarray(0, KEPT)))?.[0].length ?? 0;

const textOf = (bytes: Buffer): string => bytes.toString('latin1');

/** The head that caused an error, parsed leniently; undefined if none was received. */
function unreadableHead(error: unknown): Head | undefined {
  const [head, rest] = textOf(heads.get(error as Error) ?? Buffer.alloc(0)).split('\r\n\r\n', 2);
  const [first = '', ...lines] = head!.split('\r\n');
  const [, status, statusText = ''] = /^HTTP\/1\.[01] ([2-9]\d\d)(?: (.*))?$/.exec(first) ?? [];
  if (status === undefined || rest === undefined) return undefined;
  const headers = lines.map((line): [string, string] => {
    const [, name = line, value = ''] = /^([^:]*):[ \t]*(.*)$/.exec(line) ?? [];
    return [name, value];
  });
  return { status: Number(status), statusText, headers, coding: 'identity' };
}

/**
 * Whether all of a body came, and the client says that its length differs: it reads a blank after the number as a
 * digit, though the blank is no part of the value (RFC 9112, section 5).
 */
function isWhole({ code }: NodeJS.ErrnoException, { head, wireBytes }: Outcome): boolean {
  if (code !== LENGTH_MISMATCH || !head) return false;
  return Number(valuesOf(head.headers, 'content-length')[0]) === wireBytes;
}

/**
 * The failure of a response, if it is one; a received head that the client rejected becomes part of the outcome.
 */
export function brokenAnswer(error: Error, started: boolean, outcome: Outcome): Failure | undefined {
  if (isWhole(error, outcome)) return undefined;
  const failure = classify(error, started, outcome.head !== undefined);
  const head = outcome.head || failure.kind !== 'protocol' ? undefined : unreadableHead(error);
  if (!head) return failure;
  outcome.head = head;
  return UNREADABLE_HEAD;
}
