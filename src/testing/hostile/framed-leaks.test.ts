import { expect, test } from 'vitest';
import { createRedactor } from '../../http/redact.ts';
import { createGate } from '../../record/gate.ts';
import { FRAMED_ENCODINGS } from '../../reference/hostile/leak/framed-encodings.ts';
import { PLACES } from '../../reference/hostile/leak/places.ts';
import { throughGate } from './through-gate.ts';

const KEY = 'sk-live-7Qb0zX+fPw/Lk93mYtRc8vNdHs2UeJgA5oIq4WxZ1';
const GIVES_AWAY = 12;
const gate = createGate(createRedactor([KEY]));

/** What a file of JSON, and the place itself, may put between the parts of a text is left out. */
const bare = (text: string) => text.replace(/[\\\s]/g, '').toLowerCase();

/** The places in which text of any kind can stand, and what comes of it there needs no more than its own layer. */
const NAMES = ['a member', 'JSON within a string', 'a message', 'a page', 'a delta', 'a comment', 'gzip'];

test.each(Object.entries(FRAMED_ENCODINGS))('a key as %s is hidden and told of', (_, encode) => {
  const encoded = encode(KEY);
  const share = Math.ceil((bare(encoded).length * GIVES_AWAY) / KEY.length);
  const lost = NAMES.filter((name) => {
    const { leaks, texts } = throughGate(gate, PLACES[name]!(encoded));
    const written = bare(texts.join('\n'));
    const sought = bare(Buffer.from(encoded).toString('latin1'));
    return (
      leaks.length === 0 || written.includes(sought) || pieces(sought, share).some((p) => written.includes(p))
    );
  });
  expect(lost).toEqual([]);
});

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size));
}

test('what is no key stays as it is, however it is framed', () => {
  const redactor = createRedactor([KEY]);
  const other = KEY.replaceAll(/[A-Za-z0-9]/g, (c) =>
    c === 'Z'
      ? 'A'
      : c === '9'
        ? '0'
        : c === 'z'
          ? 'a'
          : String.fromCharCode(c.charCodeAt(0) + (c.charCodeAt(0) % 3 === 0 ? 1 : 0)),
  );
  for (const encode of Object.values(FRAMED_ENCODINGS)) {
    const text = encode(`${other}, and nothing of it is one`);
    expect(redactor.text(text)).toBe(text);
  }
});
