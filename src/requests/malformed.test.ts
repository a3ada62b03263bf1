import { expect, test } from 'vitest';
import {
  brokenGrammar,
  commas,
  comments,
  cutBodies,
  emptyBodies,
  garbageBodies,
  invalidUtf8,
  lenientNumbers,
  otherValues,
  quotes,
  trailing,
} from './malformed.ts';

const control = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 8 };
const unparsable = [
  cutBodies,
  garbageBodies,
  brokenGrammar,
  emptyBodies,
  lenientNumbers,
  comments,
  quotes,
  commas,
  trailing,
];

test.each(unparsable.flatMap((make) => make(control)).map((m) => [m.what, m.body] as const))(
  '%s',
  (_, body) => {
    expect(() => JSON.parse(String(body))).toThrow();
  },
);

test.each(otherValues(control).map((m) => [m.what, m.body] as const))(
  '%s: parsed, and no object',
  (_, body) => {
    const value = JSON.parse(String(body));
    expect(typeof value === 'object' && value !== null && !Array.isArray(value)).toBe(false);
  },
);

test.each(invalidUtf8(control).map((m) => [m.what, m.body] as const))(
  '%s: JSON but for its bytes',
  (_, body) => {
    const bytes = body as Uint8Array;
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
    expect(() => JSON.parse(new TextDecoder().decode(bytes))).not.toThrow();
  },
);
