import { isUtf8 } from 'node:buffer';
import { BODY_FILE, MOST_SHARING } from '../http/body-file.ts';
import { beyondBounds } from '../vocabulary/json-bounds.ts';
import type { ExchangeLine, RecordLine, StoredBytes } from '../vocabulary/record.ts';
import { LARGEST_BODY } from '../vocabulary/settings.ts';
import { shapeProblem } from './line-shape.ts';
import { BadRecord, LONGEST_LINE } from './lines.ts';
import { PLACEHOLDER, splitLine } from './long-text.ts';

/**
 * Maximum memory of all lines together that are not exchanges: they are kept. The longest profile writes half a MiB.
 */
const MOST_RESULTS = 8 * 1024 * 1024;
/** Maximum characters of all names of exchanges, with addresses and failures: a usual run has a quarter of a MiB. */
const MOST_NAMES = 32 * 1024 * 1024;
/** Maximum bytes of all bodies in files, each as often as it is read: a little more than a run receives by default. */
const MOST_IN_FILES = LARGEST_BODY;
/** Memory of each object, list and comma. */
const PART = 16;
/** A run writes one to three results for each of some hundred checks, and about five discoveries for each shard. */
const MOST_OF = new Map<string, number>([
  ['check', 5_000],
  ['discovery', 200],
]);
/** A run of the largest profile writes a few thousand lines. */
const MOST_LINES = 200_000;
const BOUNDS = { depth: 64, parts: 200_000, values: 200_000 };
/** Maximum size of a body in a line: earlier versions kept as much in memory. */
const MOST_HELD = 1024 * 1024;
/** A shorter line cannot have a relevant amount of structure. */
const SHORT_LINE = 64 * 1024;

/** Returns the body of an earlier exchange; throws an `Error` with the words that follow "the record" otherwise. */
export type EarlierBody = (id: string) => StoredBytes;

/**
 * Parses a line; throws `BadRecord` for one that no run writes. `release` is called as soon as its bytes are not
 * needed.
 */
export type ParseLine = (bytes: Buffer, number: number, release?: () => void) => RecordLine;

/** Parses the lines of a record, in their order. */
export function lineCheck(earlier: EarlierBody): ParseLine {
  const checkFile = fileCheck();
  let results = 0;
  let names = 0;
  const counts = new Map<string, number>();
  const ids = new Set<string>();
  const keep = ({ type }: RecordLine, text: string, bad: (what: string) => Error) => {
    results += text.length + PART * text.replace(/[^[{,]+/g, '').length;
    if (results > MOST_RESULTS) throw bad(`exceeds the limit of ${MOST_RESULTS} bytes for all results`);
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    const most = MOST_OF.get(type) ?? count;
    if (count > most) throw bad(`exceeds the limit of ${most} lines of type ${type}`);
  };
  return (bytes, number, release) => {
    const bad = (what: string) => new BadRecord(`line ${number} of the record ${what}`);
    checkBytes(bytes, number, bad);
    const long = bytes.length > SHORT_LINE ? longLine(bytes, bad) : undefined;
    const text = long ? '' : bytes.toString();
    release?.();
    const line = checkedLine(withBody(long ?? parsed(text, bad), earlier, bad), bad);
    if (line.type !== 'exchange') keep(line, text, bad);
    else if (ids.has(line.id)) throw bad('has the id of an earlier exchange');
    else ids.add(line.id);
    if (line.type === 'exchange') names += namesIn(line);
    if (names > MOST_NAMES) throw bad(`exceeds the limit of ${MOST_NAMES} characters for names of requests`);
    if (line.type === 'exchange') checkFile(line, bad);
    return line;
  };
}

/** Characters of the names of an exchange, which stay in memory. */
function namesIn({ owner, label, request, response, failure }: ExchangeLine): number {
  const { leaks = [], leakedIn = [] } = response ?? {};
  const names = [owner, label, request.url, failure?.kind, failure?.message, ...leaks, ...leakedIn.flat()];
  return names.reduce((sum, name = '') => sum + PART + name.length, 0);
}

/** Checks the file of a body that an exchange names, if any, with those of earlier ones. */
function fileCheck(): (line: ExchangeLine, bad: (what: string) => Error) => void {
  const files = new Map<string, { size: number; named: number }>();
  let inFiles = 0;
  return ({ id, response }, bad) => {
    const { file, size = 0 } = response ?? {};
    if (file === undefined) return;
    // The name may be manipulated: it must not lead out of the folder.
    if (!BODY_FILE.test(file)) throw bad('names a file without a body');
    // Version 0.1.0 wrote every body into a separate file.
    if (file.endsWith('.gz') && file !== `bodies/${id}.gz`) throw bad('names a file of another exchange');
    if (size > LARGEST_BODY) throw bad(`states a body of more than ${LARGEST_BODY} bytes`);
    inFiles += size;
    if (inFiles > MOST_IN_FILES) throw bad(`exceeds the limit of ${MOST_IN_FILES} bytes for bodies in files`);
    const known = files.get(file) ?? { size, named: 0 };
    known.named += 1;
    if (known.size !== size) throw bad('states another body size than another line');
    if (known.named > (file.endsWith('.gz') ? 1 : MOST_SHARING)) throw bad(TOO_OFTEN);
    files.set(file, known);
  };
}

/** Characters of a text, which are no more than its bytes. */
const lengthOf = (body: StoredBytes) =>
  'text' in body ? body.text.length : (body.base64.length / 4) * 3 - 2;

const TOO_OFTEN = 'names a file that another line names, too often';

function checkBytes(bytes: Buffer, number: number, bad: (what: string) => Error): void {
  if (number > MOST_LINES) throw bad(`is beyond the limit of ${MOST_LINES} lines`);
  if (bytes.length > LONGEST_LINE) throw bad(`is longer than ${LONGEST_LINE} bytes`);
  if (!isUtf8(bytes)) throw bad('is not UTF-8');
}

/** An exchange with a long text in its response, parsed without it; undefined for any other line. */
function longLine(bytes: Buffer, bad: (what: string) => Error): unknown {
  const split = splitLine(bytes);
  if (!split) return undefined;
  const line = parsed(split.rest, bad) as { type?: unknown; response?: { body?: { text?: unknown } } } | null;
  const body = line?.type === 'exchange' ? line.response?.body : undefined;
  if (body?.text !== PLACEHOLDER) return undefined;
  body.text = split.text;
  return line;
}

/** The JSON of a line. Throws `bad` with the reason if it is outside the limits. */
function parsed(text: string, bad: (what: string) => Error): unknown {
  const beyond = text.length > SHORT_LINE ? beyondBounds(text, BOUNDS) : undefined;
  if (beyond) throw bad(beyond);
  try {
    return JSON.parse(text);
  } catch {
    throw bad('is not JSON');
  }
}

function checkedLine(line: unknown, bad: (what: string) => Error): RecordLine {
  const problem = shapeProblem(line);
  if (problem) throw bad(problem);
  const known = line as RecordLine;
  const held = known.type === 'exchange' && known.response ? lengthOf(known.response.body) : 0;
  if (held > MOST_HELD) throw bad(`holds a body of more than ${MOST_HELD} bytes`);
  return known;
}

/** The line with the body that it refers to. */
function withBody(line: unknown, earlier: EarlierBody, bad: (what: string) => Error): unknown {
  const { response } = (line ?? {}) as { response?: { body?: { same?: unknown } } };
  const same = response?.body?.same;
  if (same === undefined) return line;
  if (typeof same !== 'string') throw bad('names no exchange with a body');
  try {
    return { ...(line as object), response: { ...response, body: earlier(same) } };
  } catch (error) {
    throw bad((error as Error).message);
  }
}
