import type { ExchangeLine, RecordLine } from '../vocabulary/record.ts';
import type { Lines } from './recorded-run.ts';

/** Maximum characters of exchanges, and lines, that are kept: the record of a standard run is half of it. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const MOST_LINES = 8_192;
/** The room that a header or a read takes besides its characters. */
const ENTRY = 100;

/**
 * The lines of a record for several readers: a small record is unpacked, parsed and checked once, and its lines are
 * kept; a large one is read again each time. Readers must not change a line.
 */
export function keptLines(read: Lines): Lines {
  let kept: RecordLine[] | undefined;
  let isLarge = false;
  return async function* () {
    if (kept) return yield* kept;
    let lines: RecordLine[] = [];
    let characters = 0;
    for await (const line of read()) {
      if (!isLarge) {
        lines.push(line);
        characters += line.type === 'exchange' ? sizeOf(line) : 0;
        isLarge = characters > MOST_CHARACTERS || lines.length > MOST_LINES;
        if (isLarge) lines = [];
      }
      yield line;
    }
    if (!isLarge) kept = lines;
  };
}

function sizeOf({ owner, label, request, response }: ExchangeLine): number {
  const { statusText = '', reads = [], leaks = [] } = response ?? {};
  const texts = [owner, label, request.url, statusText, ...leaks];
  const size = texts.reduce((sum, text) => sum + text.length, reads.length * ENTRY);
  return size + sizeOfMessage(request) + (response ? sizeOfMessage(response) : 0);
}

function sizeOfMessage({ headers, body }: Pick<ExchangeLine['request'], 'headers' | 'body'>): number {
  const ofHeaders = headers.reduce((sum, [name, value]) => sum + name.length + value.length + ENTRY, 0);
  return ofHeaders + ('text' in body ? body.text.length : body.base64.length);
}
