import { BODY_FILE, readBodyFile } from '../http/body-file.ts';
import type { Body, Exchange } from '../vocabulary/exchange.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';
import { BadRecord, restored } from './lines.ts';

/**
 * The exchange of a line of the record; a large body is read from its file on demand. `nameOf` returns the current
 * ids of the record's exchanges.
 */
export function toExchange(
  line: ExchangeLine,
  folder: string,
  nameOf: (id: string) => string = (id) => id,
): Exchange {
  const { request, response } = line;
  return {
    id: nameOf(line.id),
    owner: line.owner,
    turn: line.turn,
    ...(line.shard !== undefined && { shard: line.shard }),
    label: line.label,
    credential: line.credential,
    request: { ...request, body: restored(request.body) },
    ...(response && {
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: response.headers,
        body: bodyOf(response, folder),
        coding: response.coding,
        wireBytes: response.wireBytes,
        reads: response.reads,
        ...(response.leaks && { leaks: response.leaks }),
        ...(response.leakedIn && { leakedIn: response.leakedIn }),
      },
    }),
    ...(line.failure && { failure: line.failure }),
    ...(line.billable && { billable: line.billable }),
    ...(line.doubted && { doubted: line.doubted.map(nameOf) }),
    ...(line.onConnection && {
      onConnection: { ...line.onConnection, after: nameOf(line.onConnection.after) },
    }),
    startedAt: line.startedAt,
    timing: line.timing,
  };
}

function bodyOf(response: NonNullable<ExchangeLine['response']>, folder: string): Body {
  const bytes = restored(response.body);
  const { size, file } = response;
  if (file === undefined) return { size, bytes, whole: bytes.length === size, pieces: () => [bytes] };
  // The name comes from a file that may be manipulated: it must not lead out of the folder.
  if (!BODY_FILE.test(file)) throw new BadRecord('a body is outside the folder of its record');
  return {
    size,
    bytes,
    whole: false,
    file,
    pieces: () => readBodyFile(folder, file, size),
  };
}
