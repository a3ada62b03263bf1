import type { Change } from '../../behaviour.ts';
import { PLAIN_MODEL } from '../../catalogue.ts';
import { statusFor, statusOf } from '../../change/requests.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';

const VALID = `{"model":"${PLAIN_MODEL}","messages":[{"role":"user","content":"hi"}],"max_tokens":4}`;

/** Parses invalid JSON in a service's own way; the result of `read` is parsed strictly. */
const reading =
  (read: (text: string | undefined, request: ServiceRequest) => string | undefined): Change =>
  (before) => ({
    bodyText: (text, request) => before.bodyText(read(text, request), request),
    knowsModel: (known, model, request) => model === PLAIN_MODEL || before.knowsModel(known, model, request),
  });

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The text after a repair, if that makes it JSON; else unchanged. */
const repaired = (repair: (text: string) => string): Change =>
  reading((text) => {
    if (text === undefined || isJson(text)) return text;
    const attempt = repair(text);
    return isJson(attempt) ? attempt : text;
  });

/** The text up to the end of the first complete JSON object. */
function firstObject(text: string): string {
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    const part = text.slice(0, end + 1);
    if (isJson(part)) return part;
  }
  return text;
}

/** Answers the request inside another value. */
const unwrapped = (inner: (value: unknown) => unknown): Change =>
  reading((text) => {
    const found: unknown = text !== undefined && isJson(text) ? inner(JSON.parse(text)) : undefined;
    return found !== null && typeof found === 'object' ? JSON.stringify(found) : text;
  });

/** Closes the open brackets of a truncated text. */
function closed(text: string): string {
  const open: string[] = [];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quoted && c === '\\') i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === '{') open.push('}');
    else if (!quoted && c === '[') open.push(']');
    else if (!quoted && (c === '}' || c === ']')) open.pop();
  }
  const whole = text + (quoted ? '"' : '') + open.reverse().join('');
  return isJson(whole) ? whole : VALID;
}

/** JSON that is no object, each kind by itself. */
const OTHER_VALUES: readonly (readonly [string, string, (json: unknown) => boolean])[] = [
  ['list', 'an empty list', (json) => Array.isArray(json) && json.length === 0],
  ['text', 'a text', (json) => typeof json === 'string'],
  ['null', 'null', (json) => json === null],
];

/** Bodies that cannot be parsed: statuses, and parsers that take more than JSON. */
export const malformed: readonly Fault[] = [
  ...faults('must', 'request/*', [
    [
      'request/unparsable-422',
      '7.3',
      'a body that is not JSON is rejected with 422',
      statusFor('unparsable', 422),
    ],
    [
      'request/unparsable-500',
      '7.3',
      'a body that is not JSON causes a server error',
      statusFor('unparsable', 500),
    ],
    [
      'request/not-an-object-500',
      '7.3',
      'a body that is a list or a number causes a server error',
      statusFor('not-an-object', 500),
    ],
    ...OTHER_VALUES.map(
      ([name, words, is]): FaultRow => [
        `request/${name}-body-500`,
        '7.3',
        `a body that is ${words} makes the service stumble, and no other one does`,
        statusOf((_, { json }) => json !== undefined && is(json), 500),
      ],
    ),
    [
      'request/garbage-answered',
      '7.3',
      'a body that is not JSON is answered like an empty conversation',
      reading((text) => (text !== undefined && isJson(text) ? text : VALID)),
    ],
    [
      'request/truncated-accepted',
      '7.3',
      'a truncated body is completed and answered',
      reading((text) => (text?.startsWith('{') && !isJson(text) ? closed(text) : text)),
    ],
    [
      'request/empty-body-500',
      '7.3',
      'an empty body causes a server error',
      statusOf((_, request) => isEmpty(request), 500),
    ],
    [
      'request/invalid-utf8-500',
      '7.3',
      'a body that is not UTF-8 causes a server error',
      statusOf((_, request) => request.endpoint === 'completions' && !isUtf8(request.body), 500),
    ],
    [
      'request/invalid-utf8-accepted',
      '7.3',
      'a body that is not UTF-8 is decoded with replacement characters',
      reading((text, request) => text ?? new TextDecoder().decode(request.body)),
    ],
    [
      'request/empty-body-answered',
      '7.3',
      'an empty body is answered',
      reading((text) => (text === '' ? VALID : text)),
    ],
    [
      'request/list-answered',
      '7.3',
      'a list around the request is unwrapped and answered',
      (before) => ({
        normalize: (body, request) =>
          before.normalize(Array.isArray(body) ? JSON.parse(VALID) : body, request),
        bodyText: (text, request) => {
          const seen = before.bodyText(text, request);
          return seen?.trimStart().startsWith('[') && isJson(seen) ? VALID : seen;
        },
        knowsModel: () => true,
      }),
    ],
    [
      'request/listed-request-answered',
      '7.3',
      'the first request of a list is answered, and an empty list is rejected',
      unwrapped((value) => (Array.isArray(value) ? value[0] : undefined)),
    ],
    [
      'request/quoted-request-answered',
      '7.3',
      'a JSON string that contains a request is answered',
      unwrapped((value) => (typeof value === 'string' && isJson(value) ? JSON.parse(value) : undefined)),
    ],
  ]),
  ...faults('should', 'request/*', [
    ['request/trailing-accepted', '7.3', 'bytes after the JSON object are ignored', repaired(firstObject)],
    [
      'request/unparsable-415',
      '7.3',
      'a body that is not JSON is rejected with 415',
      statusFor('unparsable', 415),
    ],
    [
      'request/empty-body-422',
      '7.3',
      'an empty body is rejected with 422',
      statusOf((_, request) => isEmpty(request), 422),
    ],
    [
      'request/invalid-utf8-422',
      '7.3',
      'a body that is not UTF-8 is rejected with 422',
      statusOf((_, request) => request.endpoint === 'completions' && !isUtf8(request.body), 422),
    ],
    [
      'request/nan-accepted',
      '7.3',
      'NaN and Infinity are accepted as numbers',
      repaired((text) => text.replace(/-?\b(NaN|Infinity)\b/g, '1')),
    ],
    [
      'request/comments-accepted',
      '7.3',
      'comments in JSON are accepted',
      repaired((text) => text.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')),
    ],
    [
      'request/trailing-comma-accepted',
      '7.3',
      'trailing commas in JSON are accepted',
      repaired((t) => t.replace(/,\s*([}\]])/g, '$1')),
    ],
    [
      'request/single-quotes-accepted',
      '7.3',
      'single-quoted strings in JSON are accepted',
      repaired((t) => t.replaceAll("'", '"')),
    ],
  ]),
];

const isEmpty = (request: ServiceRequest): boolean =>
  request.endpoint === 'completions' && request.body.length === 0;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
