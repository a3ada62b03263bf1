import { parseExact } from './exact-json.ts';
import { MEASURES, SUMMARY_MEMBER } from './measures.ts';

type Members = Record<string, unknown>;

/** Whether a value of a body is an object, and no list. */
export const isObject = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** An object that is recognizable as a usage record: it has a date and a count. */
const isRecord = (value: unknown): value is Members =>
  isObject(value) && 'date' in value && MEASURES.some((measure) => measure in value);

const isSummary = (value: unknown): value is Members =>
  isObject(value) && Object.values(SUMMARY_MEMBER).some((member) => member in value);

/** The position of the records of a list, or the members of a summary, inside a wrapper. */
const places = new WeakMap<object, (key: string | number) => string>();

/** The pointer to a record of a list by its index, or to a member of a summary, in the original body. */
export function placeIn(found: object, key: string | number): string {
  return places.get(found)?.(key) ?? `/${key}`;
}

function at<T extends object>(found: T, place: (key: string | number) => string): T {
  places.set(found, place);
  return found;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The records in a body that is not a list, as the contract requires, but contains one: as its only list under any
 * name, or as an object with a name per record (an object without members has none); a single record, and null for
 * none. Undefined for anything else.
 */
export function wrappedRecords(body: unknown): Members[] | undefined {
  if (body === null) return [];
  if (isRecord(body)) return at([body], () => '');
  if (!isObject(body)) return undefined;
  // One by one: an object may have a hundred thousand members, and every response of a run is examined.
  const names = Object.keys(body);
  const lists = names.filter((name) => Array.isArray(body[name]));
  const [name] = lists;
  if (lists.length === 1 && name !== undefined) {
    const records = body[name];
    const isList = isListOfRecords(records) || (Array.isArray(records) && records.length === 0);
    return isList ? at(records as Members[], (index) => `/${escaped(name)}/${index}`) : undefined;
  }
  if (lists.length > 0 || !names.every((one) => isRecord(body[one]))) return undefined;
  return at(
    names.map((one) => body[one] as Members),
    (index) => `/${escaped(names[Number(index)] ?? '')}`,
  );
}

/** The records in a body with one per line instead of a list, at least two; undefined for anything else. */
export function recordsInLines(text: string): Members[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => line.trimStart().startsWith('{'))) return undefined;
  try {
    const records = lines.map((line) => parseExact(line));
    return isListOfRecords(records) ? records : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The records in a list that lacks only its closing bracket: each of them is complete. Undefined for anything else,
 * since a record may be missing.
 */
export function recordsWithoutEnd(text: string): Members[] | undefined {
  const list = text.trim();
  if (list === '[') return [];
  if (!list.startsWith('[') || !list.endsWith('}')) return undefined;
  try {
    const records = parseExact(`${list}]`);
    return isListOfRecords(records) ? records : undefined;
  } catch {
    return undefined;
  }
}

function isListOfRecords(value: unknown): value is Members[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** The summary in a wrapper: as the only element of a list, or as the only member. */
export function wrappedSummary(body: unknown): Members | undefined {
  if (Array.isArray(body))
    return body.length === 1 && isSummary(body[0]) ? at(body[0], (name) => `/0/${name}`) : undefined;
  if (!isObject(body) || isSummary(body)) return undefined;
  const summaries = Object.entries(body).filter(([, value]) => isSummary(value));
  const [only] = summaries;
  if (summaries.length !== 1 || !only) return undefined;
  const [name, summary] = only as [string, Members];
  return at(summary, (member) => `/${escaped(name)}/${member}`);
}
