import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beyondBounds, StructureMeter } from './json-bounds.ts';
import { parseJson } from './parse-json.ts';

test.each([
  ['{"a":[1,"[[[",{"b":null}]}'],
  [`"${'['.repeat(10_000)}"`],
  [`["${'\\"['.repeat(10_000)}","${'\\\\'.repeat(400)}"]`],
  [`${'['.repeat(512)}${']'.repeat(512)}`],
  [JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, tokens: [id] })))],
])('reads what JSON.parse reads (%#)', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each([
  ['nested too deep', `${'['.repeat(513)}${']'.repeat(513)}`, /nested deeper than 512 levels/],
  ['8 MB of brackets', '['.repeat(4e6) + ']'.repeat(4e6), /nested deeper/],
  ['a million objects', `[${Array(1e6).fill('{"a":{}}').join()}]`, /more than 50000 objects/],
  ['a megabyte of numbers of one digit', `[${'1,'.repeat(5e5)}1]`, /more than 200000 values/],
  [
    'a megabyte of members',
    JSON.stringify(Object.fromEntries(Array(9e4).fill(1).entries())),
    /more than 20000 members/,
  ],
  ['depth behind a long string', `["${'\\\\'.repeat(500)}",${'['.repeat(600)}`, /nested deeper/],
  ['text that is not JSON', '{"a":', /JSON/],
])('refuses %s', (_, text, why) => {
  expect(() => parseJson(text)).toThrow(why);
});

test('a text is measured alike as a whole and in pieces', () => {
  const part = fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', 'a', '1');
  const bounds = { depth: 4, parts: 8, values: 16 };
  const isBeyond = (found: string | undefined) => found !== undefined;
  fc.assert(
    fc.property(fc.array(fc.string({ unit: part, minLength: 1 })), (pieces) => {
      const meter = new StructureMeter(bounds);
      const found = pieces.map((piece) => meter.feed(piece)).some(isBeyond);
      expect(found).toBe(isBeyond(beyondBounds(pieces.join(''), bounds)));
    }),
  );
});

/** Rooms that see responses. */
const ROOMS = 'auth,client,engine,evidence,http,judge,library,replay,requests,run,usage,vocabulary';
/** Files that parse this package's own files, or a copy of its own data. */
const OWN_DATA = new Set([
  'src/client/installed.ts',
  'src/run/digest.ts',
  'src/run/suite.ts',
  'src/vocabulary/parse-json.ts',
]);

test('a response is parsed by parseJson and by nothing else', () => {
  const sources = [`src/{${ROOMS}}/**/*.ts`, 'suites/**/*.ts'].flatMap((pattern) => globSync(pattern));
  const parsing = sources.filter((path) => {
    if (path.endsWith('.test.ts') || OWN_DATA.has(path)) return false;
    return /JSON\.parse\(|\.json\(\)/.test(readFileSync(path, 'utf8'));
  });
  expect(sources.length).toBeGreaterThan(300);
  expect(parsing).toEqual([]);
});
