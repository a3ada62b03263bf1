import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../run/imports.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';

/*
 * What each room may import stands in ARCHITECTURE.md as a table, and is held here against the code, types included. A
 * row names only rooms above it: then no two rooms need each other.
 */
const page = readFileSync(join(PACKAGE_ROOT, 'ARCHITECTURE.md'), 'utf8');
const rows = Array.from(page.matchAll(/^\| `(\w+)`\s*\|[^|]*\| ([\w, ]+?)\s*\|$/gm), ([, room, names]) => ({
  room: room!,
  imports: names === 'nothing' ? [] : names!.split(', '),
}));

const sources = globSync('{src,suites}/**/*.ts', { cwd: PACKAGE_ROOT }).filter(
  (f) => !f.endsWith('.test.ts'),
);

/** The room of a file: its folder in src/, or in the root; what lies in src/ itself is the start of the command line. */
function roomOf(file: string): string {
  const [first, second, third] = file.split('/');
  if (first !== 'src') return first!;
  return third === undefined ? 'cli' : second!;
}

const edges = new Map<string, Map<string, string>>();
for (const file of sources) {
  for (const imported of importsOf(file)) {
    const [from, to] = [roomOf(file), roomOf(imported)];
    if (from === to) continue;
    if (!edges.has(from)) edges.set(from, new Map());
    edges.get(from)!.set(to, `${file} imports ${imported}`);
  }
}

test('the table names every room once', () => {
  const rooms = new Set(sources.map(roomOf));
  expect(rows.map(({ room }) => room).filter((room) => room !== 'schemas')).toHaveLength(rooms.size);
  expect(new Set(rows.map(({ room }) => room))).toEqual(new Set([...rooms, 'schemas']));
});

test('a row names only rooms above it', () => {
  for (const [i, { room, imports }] of rows.entries()) {
    const above = new Set(rows.slice(0, i).map((row) => row.room));
    expect(
      imports.filter((name) => !above.has(name)),
      room,
    ).toEqual([]);
  }
});

test.each(rows)('$room imports what its row names, and nothing else', ({ room, imports }) => {
  const found = edges.get(room) ?? new Map<string, string>();
  expect([...found].filter(([to]) => !imports.includes(to)).map(([, example]) => example)).toEqual([]);
  expect(imports.filter((name) => !found.has(name))).toEqual([]);
});

test.each(['src/judge', 'src/usage/judge', 'src/vocabulary'])(
  '%s touches no network and no file',
  (folder) => {
    const impure =
      /(?:from|import)\s*\(?\s*'(?:node:(?:fs|http|https|net|tls|child_process|worker_threads)\b|undici)/;
    const found = sources.filter(
      (file) => file.startsWith(`${folder}/`) && impure.test(readFileSync(join(PACKAGE_ROOT, file), 'utf8')),
    );
    expect(found).toEqual([]);
  },
);
