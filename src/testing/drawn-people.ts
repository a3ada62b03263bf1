import * as fc from 'fast-check';
import { soft } from './people-places.ts';

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const beyond = fc.constantFrom(...'äöüéßñçžłαβγдежя李王山田한국');
const some = (one: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.string({ unit: one, minLength, maxLength });
const atext = fc.oneof(
  { weight: 8, arbitrary: letters },
  fc.constantFrom(..."0123456789!#$%&'*+/=?^_`{|}~-"),
  beyond,
);
/** Dots between atoms (RFC 5321, RFC 6531), and letters enough to know it again. */
const local = fc
  .tuple(fc.array(some(atext, 1, 8), { maxLength: 2 }), some(letters, 7, 12))
  .map(([atoms, core]) => [...atoms, core].join('.'));
const label = fc
  .tuple(letters, some(fc.oneof(letters, fc.constantFrom(...'0123456789-')), 0, 5), some(letters, 7, 10))
  .map((l) => l.join(''));
const end = fc.constantFrom('com', 'org', 'net', 'co.uk', 'de', 'example', 'museum');

/** Both sides of an address without quotes. */
export const sides = fc.record({
  local,
  domain: fc.tuple(fc.array(label, { minLength: 1, maxLength: 2 }), end).map(([l, e]) => [...l, e].join('.')),
});
export type Sides = typeof sides extends fc.Arbitrary<infer T> ? T : never;

/** Ways in which people write an address so that programs do not know it. */
export const SPELLINGS: Record<string, (who: Sides) => string> = {
  'as it is': ({ local, domain }) => `${local}@${domain}`,
  'in words': ({ local, domain }) => `${local} at ${domain.replaceAll('.', ' dot ')}`,
  'in words, all of it': ({ local, domain }) => `${local} at ${domain}`.replaceAll('.', ' dot '),
  'in brackets': ({ local, domain }) => `${local} [at] ${domain.replaceAll('.', ' [dot] ')}`,
  'in brackets, the dots as they are': ({ local, domain }) => `${local}[at]${domain}`,
  'in round brackets': ({ local, domain }) => `${local}(at)${domain.replaceAll('.', '(dot)')}`,
  'in braces': ({ local, domain }) => `${local} {AT} ${domain.replaceAll('.', ' {DOT} ')}`,
  'signs in brackets': ({ local, domain }) => `${local}[@]${domain.replaceAll('.', '[.]')}`,
  'with blanks': ({ local, domain }) => `${local} @ ${domain}`,
  reversed: ({ local, domain }) => [...`${local}@${domain}`].reverse().join(''),
};

const escapes = (text: string) =>
  [...text.split('')].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const inString = (text: string) => JSON.stringify(text).slice(1, -1);
const bytes = (text: string) => Buffer.from(text);

/** How a text is written within a string of JSON. */
export const CODINGS: Record<string, (text: string) => string> = {
  'as it is': inString,
  escapes,
  entities: (text) => [...text].map((c) => `&#${c.codePointAt(0)};`).join(''),
  percents: (text) => bytes(text).toString('hex').replace(/../g, '%$&'),
  hexadecimal: (text) => bytes(text).toString('hex'),
  Base64: (text) => bytes(text).toString('base64'),
  'Base64 for URLs': (text) => bytes(`<${text}>`).toString('base64url'),
  'Base64 of Base64': (text) => bytes(bytes(text).toString('base64')).toString('base64'),
  'Base64 of JSON': (text) => bytes(JSON.stringify({ note: text })).toString('base64'),
  'JSON in a string': (text) => inString(JSON.stringify({ note: text })),
  'quoted-printable': soft,
};

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Usage data in which both sides of an address stand apart. */
export const APART: Record<string, (who: Sides) => string> = {
  'two columns': ({ local, domain }) =>
    `date,local_part,model,domain\n2026-01-01,${cell(local)},m,${domain}\n`,
  'two columns, the domain first': ({ local, domain }) =>
    `Domain;requests;Mailbox\n${domain};3;${cell(local)}\n`,
  'two members': ({ local, domain }) => JSON.stringify([{ local, total_tokens: 3, domain }]),
  'two members, the domain first': ({ local, domain }) =>
    JSON.stringify([{ email_domain: domain, model: 'm', mailbox: local }]),
  'two members of JSON in a string': ({ local, domain }) =>
    JSON.stringify({ raw: JSON.stringify({ localPart: local, n: 1, domain }) }),
  'two members in Base64': ({ local, domain }) =>
    JSON.stringify({ cursor: bytes(JSON.stringify({ domain, local_part: local })).toString('base64') }),
};

/** Names of somebody under a member, where it is not the member of the record itself. */
export const NAMED: Record<string, (member: string, who: string) => string> = {
  'JSON in a string': (member, who) => JSON.stringify({ raw: JSON.stringify({ [member]: who, n: 1 }) }),
  'JSON in JSON in a string': (member, who) =>
    JSON.stringify({ raw: JSON.stringify({ more: JSON.stringify({ [member]: who }) }) }),
  'JSON in Base64': (member, who) =>
    JSON.stringify({ cursor: bytes(JSON.stringify({ [member]: who })).toString('base64') }),
  'JSON in hexadecimal': (member, who) =>
    JSON.stringify({ cursor: bytes(JSON.stringify({ [member]: who })).toString('hex') }),
  'JSON in CSV': (member, who) => `date,extra\n2026-01-01,${cell(JSON.stringify({ [member]: who }))}\n`,
  'JSON in percents': (member, who) =>
    JSON.stringify({ state: encodeURIComponent(JSON.stringify({ [member]: who })) }),
};

/** Letters in a row of both sides that nobody has by chance. */
export const tracesOf = ({ local, domain }: Sides): string[] =>
  [local, domain.split('.').slice(0, -1).join('.')].flatMap((side) => side.match(/[A-Za-z]{7,}/g) ?? []);
