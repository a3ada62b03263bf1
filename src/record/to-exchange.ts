import { BODY_FILE, readBodyFile } from '../http/body-file.ts';
import type { Body, Exchange, ResponseRecord } from '../vocabulary/exchange.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';
import { BadRecord, restored } from './lines.ts';

type StoredResponse = NonNullable<ExchangeLine['response']>;

/**
 * The exchange of a line of the record; a large body is read from its file on demand. `nameOf` returns the current
 * ids of the record's exchanges.
 */
export function toExchange(
  line: ExchangeLine,
  folder: string,
  nameOf: (id: string) => string = (id) => id,
): Exchange {
  const { type: _, request, response, ...rest } = line;
  const { doubted, onConnection } = line;
  return {
    ...rest,
    id: nameOf(line.id),
    request: { ...request, body: restored(request.body) },
    ...(response && { response: responseOf(response, folder) }),
    ...(doubted && { doubted: doubted.map(nameOf) }),
    ...(onConnection && { onConnection: { ...onConnection, after: nameOf(onConnection.after) } }),
  };
}

function responseOf(stored: StoredResponse, folder: string): ResponseRecord {
  const { size: _, file: __, ...response } = stored;
  return { ...response, body: bodyOf(stored, folder) };
}

function bodyOf(response: StoredResponse, folder: string): Body {
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
