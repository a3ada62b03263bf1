/** One row, as positions in the bytes; valid only during the callback. */
export interface Row {
  bytes: Buffer;
  /** How many fields there are. */
  count: number;
  /** Byte offsets of each field's content; `ends` is exclusive. */
  starts: Int32Array;
  ends: Int32Array;
  /** 1 for a quoted field, 3 if it contains doubled quotes. */
  quoted: Uint8Array;
  /** Offset of the row in the decoded text, in bytes. */
  at: number;
  /** 0 for the first one. */
  index: number;
}

/** Something that RFC 4180 does not allow. */
export interface Irregularity {
  kind:
    | 'text after a closing quote'
    | 'quote in an unquoted field'
    | 'quote that is never closed'
    | 'bytes that are not text';
  /** Byte offset in the decoded text. */
  at: number;
  row: number;
}

/** A field's content as text, with doubled quotes undone. */
export function field(row: Row, i: number): string {
  const text = row.bytes.toString('utf8', row.starts[i]!, row.ends[i]!);
  return row.quoted[i] === 3 ? text.replaceAll('""', '"') : text;
}
