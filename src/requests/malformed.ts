import type { Json } from './edit.ts';

/** A syntactically invalid body, and the error in words. */
export interface Malformed {
  name: string;
  what: string;
  body: string | Uint8Array;
}

const bad = (name: string, what: string, body: string | Uint8Array): Malformed => ({ name, what, body });

/**
 * A valid body that is truncated: within it, within a list, after a comma, at its end. Its limit comes first, so that
 * a service that completes the rest knows it.
 */
export function cutBodies({ max_tokens, ...control }: Json): Malformed[] {
  const text = JSON.stringify({ max_tokens, ...control });
  const model = JSON.stringify(control.model);
  const at = (part: string) => text.indexOf(part) + part.length;
  return [
    bad('brace', 'the body is a lone {', '{'),
    bad('string', 'the body ends inside a string', text.slice(0, at('"content":"') + 2)),
    bad('comma', 'the body ends after a comma', text.slice(0, at(`"model":${model},`))),
    bad('array', 'the body ends inside a list', text.slice(0, at('"messages":['))),
    bad('end', 'the last brace of the body is missing', text.slice(0, -1)),
  ];
}

/** Text that no JSON parser accepts. */
export function garbageBodies(): Malformed[] {
  return [
    bad('words', 'the body is plain words', 'hello there'),
    bad('form', 'the body is a form', 'model=m&messages=hello'),
    bad('closing', 'the body is a lone }', '}'),
  ];
}

/** A valid body with one violation of JSON's grammar that parsers do not tolerate. */
export function brokenGrammar(control: Json): Malformed[] {
  const text = JSON.stringify(control);
  return [
    bad('no-colon', 'a colon is missing', text.replace('"model":', '"model" ')),
    bad('no-comma', 'a comma is missing', text.replace(',"messages"', ' "messages"')),
    bad('literal', 'a literal is misspelt', text.replace(/}$/, ',"stream":flase}')),
    bad(
      'escape',
      'a string has an escape that JSON does not know',
      text.replace('"content":"', '"content":"\\q'),
    ),
  ];
}

/** An empty body. */
export function emptyBodies(): Malformed[] {
  return [bad('empty', 'the body is empty', ''), bad('blank', 'the body is white space', ' \n ')];
}

/** JSON, but not an object. */
export function otherValues(control: Json): Malformed[] {
  const text = JSON.stringify(control);
  return [
    ...['[]', '"text"', 'null'].map((json, i) =>
      bad(`value-${i + 1}`, `the body is the JSON value ${json}`, json),
    ),
    bad('listed', 'the body is a list with a request in it', `[${text}]`),
    bad('quoted', 'the body is a JSON string that holds a request', JSON.stringify(text)),
  ];
}

/** A valid body in which a string contains invalid UTF-8. */
export function invalidUtf8(control: Json): Malformed[] {
  const sequences: [string, string, number[]][] = [
    ['stray', 'a byte that UTF-8 does not have', [0xff]],
    ['cut', 'a sequence that is cut off', [0xe2, 0x82]],
    ['overlong', 'an overlong sequence', [0xc0, 0xaf]],
    ['surrogate', 'a surrogate', [0xed, 0xa0, 0x80]],
  ];
  const text = JSON.stringify(control);
  const at = text.indexOf('"content":"') + '"content":"'.length;
  const [head, tail] = [Buffer.from(text.slice(0, at)), Buffer.from(text.slice(at))];
  return sequences.map(([name, what, bytes]) =>
    bad(name, `a string holds ${what}`, new Uint8Array(Buffer.concat([head, Buffer.from(bytes), tail]))),
  );
}

/** Numbers that some parsers accept beyond JSON. */
export function lenientNumbers(control: Json): Malformed[] {
  return ['NaN', '0x1', '01', '.5'].map((literal, i) =>
    bad(`number-${i + 1}`, `a number is written ${literal}`, withRaw(control, `"temperature":${literal}`)),
  );
}

export function comments(control: Json): Malformed[] {
  const text = JSON.stringify(control);
  return [
    bad('block', 'a block comment stands in the body', `/* c */${text}`),
    bad('line', 'a line comment stands in the body', `{// c\n${text.slice(1)}`),
  ];
}

export function quotes(control: Json): Malformed[] {
  const text = JSON.stringify(control);
  return [
    bad('single', 'strings stand in single quotes', text.replaceAll('"', "'")),
    bad('bare', 'a name stands without quotes', text.replace('"model"', 'model')),
    bad('newline', 'a string holds a raw line break', text.replace('"content":"', '"content":"\n')),
  ];
}

export function commas(control: Json): Malformed[] {
  const text = JSON.stringify(control);
  return [
    bad('object', 'a comma stands after the last member', text.replace(/}$/, ',}')),
    bad('array', 'a comma stands after the last element', text.replace('}]', '},]')),
  ];
}

/** More text after the body's end. */
export function trailing(control: Json): Malformed[] {
  const text = JSON.stringify(control);
  return [
    bad('word', 'a word stands after the body', `${text} end`),
    bad('brace', 'a brace stands after the body', `${text}}`),
    bad('twice', 'a second value stands after the body', `${text}${text}`),
  ];
}

/** The object with one more literal member. */
export function withRaw(control: Json, member: string): string {
  return JSON.stringify(control).replace(/}$/, `,${member}}`);
}
