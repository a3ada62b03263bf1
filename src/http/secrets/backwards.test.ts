import { expect, test } from 'vitest';
import { createRedactor } from '../redact.ts';

const KEY = 'sk-live-7Qb0zX+fPw/Lk93mYtRc8vNdHs2UeJgA5oIq4WxZ1';
const redactor = createRedactor([KEY]);
const hex = (text: string) => Buffer.from(text).toString('hex');
const signs = (write: (sign: string) => string) => KEY.replace(/[^A-Za-z0-9]/g, write);
const all = (write: (sign: string) => string) => KEY.replace(/./g, write);
const code = (sign: string) => sign.charCodeAt(0);

/** The key, some or all of whose characters are escaped. */
const ESCAPED: [name: string, text: string][] = [
  ...[signs, all].flatMap((some): [string, string][] => [
    ['url-encoded', some((c) => `%${hex(c)}`)],
    ['url-encoded', some((c) => `%25${hex(c).toUpperCase()}`)],
    ['json-escaped', some((c) => `\\u00${hex(c)}`)],
    ['json-escaped', some((c) => `\\\\u00${hex(c)}`)],
    ['html-escaped', some((c) => `&#x${hex(c)};`)],
    ['html-escaped', some((c) => `&#X0000${hex(c)};`)],
    ['html-escaped', some((c) => `&#${code(c)};`)],
    ['html-escaped', some((c) => `&#0${code(c)};`)],
    ['html-escaped', some((c) => `&amp;#${code(c)};`)],
  ]),
  ['url-encoded', encodeURIComponent(KEY)],
  ['json-escaped', KEY.replaceAll('/', '\\/')],
  ['html-escaped', all((c) => `&#x${hex(c)}`)],
  ['html-escaped', KEY.replaceAll('-', '&hyphen;').replaceAll('+', '&plus;').replaceAll('/', '&sol;')],
];

test.each(ESCAPED)('%s, written backwards, is found by that name: %s', (name, text) => {
  const backwards = [...text].reverse().join('');
  expect(redactor.finds(Buffer.from(backwards))).toEqual([`reversed of ${name}`]);
  expect(redactor.text(`<${backwards}>`)).toHaveLength(text.length + 2);
  expect(redactor.text(`<${backwards}>`)).toMatch(/^<\*+[^<>]{0,9}>$/);
});
