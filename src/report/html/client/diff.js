import { jsonLines } from './json.js';

/** The differences between two exchanges: `where`, and the values `before` (the other) and `after` (this one). */
export function differences(other, record) {
  const [a, b] = [other.request, record.request];
  return [
    ...(a.method === b.method && a.url === b.url
      ? []
      : [{ where: 'request line', before: `${a.method} ${a.url}`, after: `${b.method} ${b.url}` }]),
    ...headerDifferences('request', a.headers, b.headers),
    ...bodyDifferences('request', a.body, b.body),
    ...responseDifferences(other, record),
  ];
}

function responseDifferences(other, record) {
  const [a, b] = [other.response, record.response];
  const status = (r, whole) => (r ? `${r.status}` : (whole.failure?.kind ?? 'no answer'));
  const line =
    status(a, other) === status(b, record)
      ? []
      : [{ where: 'status', before: status(a, other), after: status(b, record) }];
  if (!a || !b) return line;
  return [
    ...line,
    ...headerDifferences('response', a.headers, b.headers),
    ...bodyDifferences('response', a.body, b.body),
  ];
}

function headerDifferences(side, a, b) {
  const [before, after] = [a, b].map((list) => new Map(list.map(([n, v]) => [n.toLowerCase(), v])));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({
      where: `${side} header ${name}`,
      before: before.get(name),
      after: after.get(name),
    }));
}

function bodyDifferences(side, a, b) {
  if ('base64' in a || 'base64' in b || a.text === b.text) {
    return (a.text ?? a.base64) === (b.text ?? b.base64)
      ? []
      : [{ where: `${side} body`, before: 'other bytes', after: 'these bytes' }];
  }
  const [before, after] = [membersOf(a.text), membersOf(b.text)];
  if (before && after) {
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((pointer) => before.get(pointer) !== after.get(pointer))
      .map((pointer) => ({
        where: `${side} body ${pointer}`,
        pointer: side === 'request' ? pointer : undefined,
        before: before.get(pointer),
        after: after.get(pointer),
      }));
  }
  return lineDifferences(a.text.split(/\r?\n/), b.text.split(/\r?\n/), `${side} body`);
}

/** The literal values of a JSON text by pointer; undefined if it is not JSON. */
function membersOf(text) {
  const lines = jsonLines(text);
  if (!lines) return undefined;
  const members = lines
    .map((l) => [l.pointer, l.text.trim().replace(/,$/, '')])
    .filter(([, value]) => !/^[\]}]$/.test(value) && !/[[{]$/.test(value));
  return new Map(members.map(([pointer, value]) => [pointer, value.replace(/^"(?:[^"\\]|\\.)*": /, '')]));
}

/** The first line in which two texts differ, and how many lines each has. */
function lineDifferences(a, b, where) {
  const at = a.concat(b).findIndex((_, i) => a[i] !== b[i]);
  if (at < 0) return [{ where, before: 'other line ends', after: 'these line ends' }];
  return [
    { where: `${where}, line ${at + 1}`, before: a[at], after: b[at] },
    ...(a.length === b.length ? [] : [{ where, before: `${a.length} lines`, after: `${b.length} lines` }]),
  ];
}

/**
 * The pointers of the request's relevant members: the member that its label names (`messages.0.role is "zzz"`),
 * else the differences from its control if there are only one or two.
 */
export function pointedMembers(record, control) {
  const named = /^([\w$]+(?:\.[\w$-]+)*) (?:is|are) /.exec(record.label)?.[1];
  const known = new Set((jsonLines(record.request.body.text ?? '') ?? []).map((l) => l.pointer));
  if (named !== undefined && known.size > 0) {
    const pointer = `/${named.replaceAll('.', '/')}`;
    if (known.has(pointer)) return [pointer];
    if (/ (?:is|are) absent/.test(record.label)) return [pointer.slice(0, pointer.lastIndexOf('/'))];
  }
  if (!control) return [];
  const changed = differences(control, record).filter(
    (d) => d.pointer !== undefined && d.after !== undefined,
  );
  return changed.length <= 2 ? changed.map((d) => d.pointer) : [];
}
