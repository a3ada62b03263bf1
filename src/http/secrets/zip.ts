import { inflateRawSync } from 'node:zlib';

/** Files of an archive that are looked into, and bytes of all of them together. */
const MOST_ENTRIES = 100;
const LARGEST = 8 * 1024 * 1024;

/** The first bytes of each file in a ZIP archive, which spreadsheets are too. */
const ENTRY = Buffer.from('PK\u0003\u0004', 'latin1');
/** Bytes of an entry's head before its name. */
const HEAD = 30;
const DEFLATED = 8;

/** Whether a text is a ZIP archive. */
export function isArchive(bytes: Uint8Array): boolean {
  return ENTRY.every((byte, i) => bytes[i] === byte);
}

/** What the files of an archive say, one after the other; `opaque` when that is more than is looked at. */
export function entriesOf(bytes: Uint8Array): Uint8Array | 'opaque' {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contents: Buffer[] = [];
  let left = LARGEST;
  for (let at = 0; at >= 0; at = all.indexOf(ENTRY, at + 4)) {
    if (contents.length === MOST_ENTRIES) return 'opaque';
    if (at + HEAD > all.length) break;
    const from = at + HEAD + all.readUInt16LE(at + 26) + all.readUInt16LE(at + 28);
    const name = all.subarray(at + HEAD, at + HEAD + all.readUInt16LE(at + 26));
    const content = all.readUInt16LE(at + 8) === DEFLATED ? inflated(all.subarray(from), left) : undefined;
    if (content === 'opaque') return content;
    contents.push(name, content ?? Buffer.alloc(0), Buffer.from('\n'));
    left -= content?.length ?? 0;
  }
  return Buffer.concat(contents);
}

/** What follows the end of the packed text is left alone. */
function inflated(bytes: Uint8Array, most: number): Buffer | 'opaque' | undefined {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    return (error as { code?: string } | null)?.code === 'ERR_BUFFER_TOO_LARGE' ? 'opaque' : undefined;
  }
}
