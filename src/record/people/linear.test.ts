import { test } from 'vitest';
import { expectLinear } from '../../testing/steps.ts';
import { createPseudonyms, type Place, type Pseudonyms } from '../pseudonyms.ts';

/*
 * The work on a body grows with its size and not faster, whatever a service puts into it.
 */

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));
const UUID = '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11';

const BODIES: Record<string, (size: number) => string> = {
  'one long address': (size) => `[{"email":"${fill('jane', size)}@example.com"}]`,
  'one long name': (size) => `{"user_id":"${fill('Jane Doe ', size)}"}`,
  'one long id that is a number': (size) => `{"user_id":${fill('1', size)}}`,
  'one long name of a member': (size) => `{"${fill('user', size)}":1}`,
  'a literal that is never closed': (size) => `{"note":"${fill('a@b.de ', size)}`,
  'a long text without a blank': (size) => `{"note":"${fill('\\u00e4b', size)}"}`,
  'at signs': (size) => fill('@', size),
  'half addresses': (size) => fill('a@', size),
  'addresses that do not end': (size) => fill('a@a.', size),
  'addresses in a row': (size) => fill('jane@example.com ', size),
  'an address that is long to both sides': (size) => `${fill('a.', size)}@${fill('a.', size)}`,
  quotes: (size) => fill('"', size),
  'a list of quotes': (size) => `[${fill('"', size)}`,
  'escaped quotes': (size) => `["${fill('\\"', size)}`,
  backslashes: (size) => `["a@b.de${fill('\\', size)}`,
  'escapes within escapes': (size) => `["a@b.de${fill('\\\\u0022', size)}"]`,
  percents: (size) => `["${fill('%40', size)}"]`,
  'open brackets': (size) => fill('[', size),
  'objects within objects': (size) => fill('{"user":', size),
  'bare words': (size) => `[${fill('abcdef', size)}`,
  commas: (size) => `[${fill(',', size)}`,
  'many people': (size) => `[${fill(`{"user_id":"${UUID}","email":"jane@example.com"},`, size)}`,
  'as many people as there is room for': (size) =>
    `[${Array.from({ length: size / 40 }, (_, i) => `{"name":"Jo ${i}","n":"jo at jo is jo"}`)}]`,
  'lines of CSV': (size) => `user_id,email,n\n${fill(`${UUID},jane@example.com,5\n`, size)}`,
  'a row that never ends': (size) => fill('user_id,', size),
  'titles that never end': (size) => `user_id,${fill('a', size)}`,
  'cells that are never closed': (size) => `a,b\n${fill('"a,', size)}`,
  'doubled quotes': (size) => `a,b\n"${fill('""', size)}`,
  'doubled quotes in each cell': (size) => `a,b\n"${fill('"a,""b,', size)}`,
  'rows of titles': (size) => fill('user_id,email\n', size),
  'short lines without titles': (size) => `# x\n${fill('a\r', size)}`,
  'JSON in literals': (size) => `[${fill('"{\\"user\\":\\"Jo\\"}",', size)}`,
  'JSON in one literal': (size) => `["[${fill('{\\"user\\":\\"Jo\\"},', size)}]"]`,
  'cells of HTML': (size) => `<tr>${fill('<td><b>Jo Doe</b>', size)}`,
  'tags that do not end': (size) => fill('<td', size),
  'a map of people': (size) => `{"by_user":{${fill('"jo":1,', size)}`,
  'decimal numbers': (size) => `["Jo ${fill('1.1', size)}"]`,
  'empty lines': (size) => fill('\r\n', size),
  'bytes beyond ASCII': (size) => `<p>${fill('ä@ä', size)}`,
};
const PLACES: readonly Place[] = [
  { people: true, names: true },
  { people: false, names: true },
  { people: false, names: false },
];

/** Knows one person already. */
function met(): Pseudonyms {
  const names = createPseudonyms(Buffer.from('salt'));
  names.body(Buffer.from('[{"name":"Jo Doe","user_id":"jo"},{"name":"Jo 3"}]'));
  return names;
}

/** In a body in pieces, in a shorter whole one, and in still shorter texts. */
function hideEverywhere(body: Buffer): void {
  const whole = body.subarray(0, body.length / 2);
  for (const place of PLACES) met().body(whole, place);
  const filter = met().filter();
  for (let at = 0; at < body.length; at += 1000) filter.push(body.subarray(at, at + 1000));
  filter.end();
  const names = met();
  const text = body.toString('latin1', 0, body.length / 15);
  names.header('X-Note', text);
  names.header('X-User-Id', text);
  names.text(text);
}

test.each(Object.entries(BODIES))('%s', (_, make) =>
  expectLinear(70_000, (size) => Buffer.from(make(size)), hideEverywhere),
);
