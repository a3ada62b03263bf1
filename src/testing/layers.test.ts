import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../run/digest.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';

/*
 * What each room may import stands in ARCHITECTURE.md as a table, and is held here against the code, types included. A
 * row names only rooms above it: then no two rooms need each other. The folders within a room have no table; no two of
 * them may need each other either, at any depth.
 */
const page = readFileSync(join(PACKAGE_ROOT, 'ARCHITECTURE.md'), 'utf8');
const rows = Array.from(page.matchAll(/^\| `(\w+)`\s*\|[^|]*\| ([\w, ]+?)\s*\|$/gm), ([, room, names]) => ({
  room: room!,
  imports: names === 'nothing' ? [] : names!.split(', '),
}));

const sources = globSync('{src,suites,reference}/**/*.ts', { cwd: PACKAGE_ROOT }).filter(
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

/** Every folder that has sub-folders, the two roots included. */
const parents = new Set(
  sources.flatMap((file) => {
    const steps = posix.dirname(file).split('/');
    return steps.slice(0, -1).map((_, i) => steps.slice(0, i + 1).join('/'));
  }),
);

/** The part of a folder that a file belongs to: a sub-folder, or `.` for the files of the folder itself. */
function partOf(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [first, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 ? '.' : first!;
}

/** What each part of a folder imports of the others: by its name, with an example. */
function importsWithin(folder: string): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const file of sources) {
    const from = partOf(folder, file);
    if (from === undefined) continue;
    for (const imported of importsOf(file)) {
      const to = partOf(folder, imported);
      if (to === undefined || to === from) continue;
      if (!found.has(from)) found.set(from, new Map());
      found.get(from)!.set(to, `${file} imports ${imported}`);
    }
  }
  return found;
}

/** The imports that lead from a part back to itself; empty without a cycle. */
function cycleIn(parts: ReturnType<typeof importsWithin>): string[] {
  const done = new Set<string>();
  const visit = (part: string, path: readonly string[], examples: readonly string[]): string[] => {
    if (path.includes(part)) return examples.slice(path.indexOf(part));
    if (done.has(part)) return [];
    for (const [to, example] of parts.get(part) ?? []) {
      const cycle = visit(to, [...path, part], [...examples, example]);
      if (cycle.length > 0) return cycle;
    }
    done.add(part);
    return [];
  };
  return [...parts.keys()].map((part) => visit(part, [], [])).find((cycle) => cycle.length > 0) ?? [];
}

test.each([...parents])('no two parts of %s need each other', (folder) => {
  expect(cycleIn(importsWithin(folder))).toEqual([]);
});

test.each(['src/judge', 'src/usage/judge', 'src/usage/accounting/judge', 'src/vocabulary'])(
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
