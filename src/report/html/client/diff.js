import { jsonLines } from './json.js';

/** The differences between two exchanges: `where`, and the values `before` (the other) and `after` (this one). */
export function differences(other, record) {
  const [a, b] = [other, record].map(({ request }) => request);
  const status = ({ response, failure }) => `${response?.status ?? failure?.kind ?? 'no answer'}`;
  return [
    ...difference('request line', `${a.method} ${a.url}`, `${b.method} ${b.url}`),
    ...messageDifferences('request', a, b),
    ...difference('status', status(other), status(record)),
    ...(other.response && record.response
      ? messageDifferences('response', other.response, record.response)
      : []),
  ];
}

const difference = (where, before, after) => (before === after ? [] : [{ where, before, after }]);

function messageDifferences(side, a, b) {
  return [...headerDifferences(side, a.headers, b.headers), ...bodyDifferences(side, a.body, b.body)];
}

function headerDifferences(side, a, b) {
  const [before, after] = [a, b].map((list) => new Map(list.map(([n, v]) => [n.toLowerCase(), v])));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    difference(`${side} header ${name}`, before.get(name), after.get(name)),
  );
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
    ...difference(where, `${a.length} lines`, `${b.length} lines`),
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
