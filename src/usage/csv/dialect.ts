import { delimiterIn } from '../../vocabulary/csv-delimiter.ts';

/** The format of a CSV text; detected from its first bytes. */
export interface Dialect {
  /** The name in the encoding standard: `utf-8`, `utf-16le`, `windows-1252`. */
  encoding: string;
  bom: boolean;
  /** A byte. */
  delimiter: number;
  /** `CR` if no line feed ends the lines; `mixed`, known at the end, if some end with LF and others with CRLF. */
  newline: 'LF' | 'CRLF' | 'CR' | 'none' | 'mixed';
  /** A first line that declares the delimiter for spreadsheets. */
  separatorLine: boolean;
  /** Bytes of the decoded text before the first row. */
  skip: number;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** The encoding and the length of the byte-order mark, if any. */
export function encodingOf(head: Uint8Array): { encoding: Dialect['encoding']; mark: number } {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (head.length > 3 && head[1] === 0 && head[3] === 0) return { encoding: 'utf-16le', mark: 0 };
  if (head.length > 3 && head[0] === 0 && head[2] === 0) return { encoding: 'utf-16be', mark: 0 };
  return { encoding: 'utf-8', mark: 0 };
}

/** The dialect of UTF-8 bytes, from the available first ones. */
export function dialectOf(head: Uint8Array): Omit<Dialect, 'encoding' | 'bom'> {
  const text = Buffer.from(head.subarray(0, 64)).toString('latin1');
  const told = /^sep=([ -~\t])(\r\n|\n|\r)/i.exec(text);
  const skip = told ? told[0].length : 0;
  let newline: Dialect['newline'] = 'none';
  let quoted = false;
  let end = skip;
  for (; end < head.length; end++) {
    const byte = head[end]!;
    if (byte === QUOTE) quoted = !quoted;
    if (quoted || (byte !== LF && byte !== CR)) continue;
    newline = byte === LF ? 'LF' : head[end + 1] === LF ? 'CRLF' : 'CR';
    break;
  }
  const header = Buffer.from(head.subarray(skip, end)).toString('latin1');
  const delimiter = (told?.[1] ?? delimiterIn(header)).charCodeAt(0);
  return { delimiter, newline, separatorLine: told !== null, skip };
}
