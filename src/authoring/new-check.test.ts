import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { changesFor } from './new-check/changes.ts';
import { appended, withImports } from './new-check/edit.ts';
import { unfilled } from './new-check/parts.ts';
import { consistent, KINDS, type Kind, WANTED, type WantedCheck } from './new-check/wanted.ts';
import { newCheck } from './new-check.ts';
import { owed } from './owed.ts';

const read = (path: string) =>
  existsSync(join(PACKAGE_ROOT, path)) ? readFileSync(join(PACKAGE_ROOT, path), 'utf8') : undefined;

const EXAMPLES: Readonly<Record<Kind, WantedCheck>> = {
  body: { id: 'completion/tried-out', clauses: ['2.7'], level: 'should', kind: 'body' },
  stream: { id: 'stream/tried-out', clauses: ['6'], level: 'should', kind: 'stream' },
  request: { id: 'request/tried-out', clauses: ['7.3'], level: 'must', kind: 'request' },
  usage: { id: 'usage/tried-out', clauses: ['2.8'], level: 'must', kind: 'usage' },
  open: { id: 'usage/tried-out', clauses: ['4.2'], level: 'open', kind: 'open' },
};

/** Names that a text imports, with where from. */
const imports = (text: string) =>
  Array.from(text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)).flatMap(([, names, from]) =>
    names!
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean)
      .map((name) => `${name} from ${from}`),
  );

describe.each(KINDS)('a new check of kind %s', (kind) => {
  const wanted = EXAMPLES[kind];
  const changes = changesFor(wanted, read);
  const own = changes.filter(({ derived }) => !derived);

  test('touches its record, its judge, its fault and its advice', () => {
    expect(own).toHaveLength({ body: 3, stream: 4, request: 3, usage: 4, open: 2 }[kind]);
  });

  test('leaves three files to edit at most if its texts are given', () => {
    const described = { ...wanted, title: 'It holds', about: 'Passes if it holds.', advice: 'Mend it.' };
    const files = changesFor(described, read).map(({ path, text }) => [path, text] as const);
    const edited = new Set(unfilled(new Map(files)).map((line) => line.split(':', 1)[0]));
    expect(edited.size).toBeLessThanOrEqual(kind === 'request' ? 3 : 2);
  });

  test('imports eight symbols from src/ at most, in its record and in its judge', () => {
    for (const { path, text } of own.filter((change) => !/faults|advice/.test(change.path))) {
      const before = new Set(imports(read(path) ?? ''));
      expect(imports(text).filter((name) => !before.has(name)).length, path).toBeLessThanOrEqual(8);
    }
  });

  test('has a record with its id, a judge with a table of its own, and a fault for it', () => {
    const [record, ...others] = own;
    expect(record!.text).toContain(`id: '${wanted.id}',`);
    expect(others.some(({ text }) => text.includes(`check: '${wanted.id}'`))).toBe(true);
    expect(others.some(({ text }) => text.includes(`, '${wanted.id}', [`))).toBe(kind !== 'open');
  });
});

test.each<[keyof typeof WANTED, string, string]>([
  ['id', 'completion', 'is not an id'],
  ['id', 'Completion/x', 'is not an id'],
  ['id', 'weather/rain', 'there is no area'],
  ['id', 'stream/same-id', 'already'],
  ['clause', '2.99', 'there is no clause'],
  ['level', 'may', 'there is no level'],
  ['kind', 'rule', 'there is no kind'],
  ['harm', 'pain', 'there is no harm'],
])('%s %s is no good', (name, text, message) => {
  expect(() => WANTED[name](text)).toThrow(message);
});

test('a record goes into a file of its section that has room', () => {
  const paths = changesFor({ ...EXAMPLES.open, id: 'completion/tried-out', clauses: ['2.7'] }, read);
  expect(paths[0]!.path).toBe('suites/2.7-meaning.ts');
});

test('what records never accuses', () => {
  expect(() => consistent({ ...EXAMPLES.body, level: 'open' })).toThrow('go together');
  expect(() => consistent({ ...EXAMPLES.open, level: 'must' })).toThrow('go together');
});

test('an entry comes at the end of a list, and an import only once', () => {
  expect(appended('a\nconst all = [1, 2];\nb\n', 'const all = [', '3,')).toBe(
    'a\nconst all = [1, 2,\n3,\n];\nb\n',
  );
  expect(appended('const all = [\n  [1];\n];\n', 'const all = [', '  2,')).toBe(
    'const all = [\n  [1];,\n  2,\n];\n',
  );
  expect(() => appended('', 'const all = [', '')).toThrow('there is no list');
  const text = "import { type A, b } from './a.ts';\n";
  expect(withImports(text, [{ names: ['b', 'A'], from: './a.ts' }])).toBe(text);
  expect(withImports(text, [{ names: ['b', 'c'], from: './a.ts' }])).toBe(
    `import { c } from './a.ts';\n${text}`,
  );
});

describe('the command', () => {
  const root = mkdtempSync(join(tmpdir(), 'chatspec-new-check-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const put = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), read(path)!);
  };
  for (const path of changesFor(EXAMPLES.body, read).map((change) => change.path)) if (read(path)) put(path);
  put('suites/2.7-completions.ts');
  put('CHANGELOG.md');
  put('src/contract/advice.ts');

  async function run(args: readonly string[], answers = '') {
    const stdin = new PassThrough();
    stdin.end(answers);
    const said = { out: '', err: '' };
    const io = {
      stdout: { write: (text: string) => (said.out += text) },
      stderr: { write: (text: string) => (said.err += text) },
      stdin,
      cwd: root,
      env: {},
    };
    return { code: await newCheck(args, io, root), ...said };
  }

  test('asks for what was not given, again where the answer is no good', async () => {
    const answers = 'completion/Tried\ncompletion/tried-out\n2.7\nshould\nbody\n';
    const { code, out } = await run([], answers);
    expect(code).toBe(0);
    expect(out).toContain("'completion/Tried' is not an id");
    expect(out).toContain('src/judge/completion/tried-out.ts');
    expect(readFileSync(join(root, 'src/vocabulary/check-ids.ts'), 'utf8')).toContain(
      "'completion/tried-out'",
    );
  });

  test('asks for texts after the rest, and for harm and advice only where they are needed', async () => {
    const answers = 'completion/asked\n2.7\nmust\nbody\nclients\nIt holds\n\nRepair it.\n';
    const { code, out } = await run([], answers);
    expect(code).toBe(0);
    expect(out).toMatch(/Harm.*Title.*About.*Advice/);
    const text = (path: string) => readFileSync(join(root, path), 'utf8');
    const record = text('src/judge/completion/body-rules.ts');
    expect(record).toMatch(/title: 'It holds',\s+harm: 'clients',[^}]*about: 'fill in:/);
    expect(text('src/contract/advice.ts')).toMatch(/'completion\/asked':\s+'Repair it\.',/);
    expect(
      (await run(['--id', 'completion/b', '--clause', '2.7', '--level', 'must', '--kind', 'body'])).err,
    ).toBe('new-check: --harm is missing\n');
  });

  test('leaves a file alone that is there', async () => {
    const { code, err } = await run([
      '--id',
      'completion/tried-out',
      '--clause',
      '2.7',
      '--level',
      'should',
      '--kind',
      'body',
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining('tried-out.ts is there already')]);
  });

  test('ends with 2 and one line when an answer is missing', async () => {
    expect(await run(['--id', 'completion/other'])).toMatchObject({
      code: 2,
      err: 'new-check: --clause is missing\n',
    });
    expect((await run(['--id', 'nothing'])).code).toBe(2);
    expect((await run(['--ids', 'x'])).code).toBe(2);
  });

  test('what it left to be filled in is owed', () => {
    const check = { ...CHECKS[0]!, id: 'completion/tried-out', level: 'should', harm: 'form' } as const;
    const levels = new Map(CHECKS.map(({ id, level }) => [id as string, level as string]));
    const proved = new Set(levels.keys());
    const lines = owed(root, [...CHECKS, check], { levels, proved });
    expect(lines.filter((line) => line.startsWith('src/judge/completion/tried-out.ts:'))).not.toEqual([]);
    expect(lines.filter((line) => line.startsWith('completion/tried-out:'))).toEqual([
      expect.stringContaining('write ownSentence: true'),
      expect.stringContaining('write a fault'),
      expect.stringContaining('CHANGELOG.md'),
    ]);
    const asked = { ...check, id: 'completion/asked', level: 'must', ownSentence: true } as const;
    const parts = owed(root, [...CHECKS, asked], { levels, proved }, [asked]);
    expect(parts).toContainEqual(expect.stringContaining('completion/asked: write harm:'));
    expect(parts.filter((line) => line.startsWith('completion/tried-out:'))).toEqual([]);
    const gone = owed(root, CHECKS.slice(1), { levels, proved });
    expect(gone).toContainEqual(expect.stringContaining(`${CHECKS[0]!.id}: CHANGELOG.md`));
  });
});

test('nothing in this tree is left to be filled in', () => {
  const levels = new Map(CHECKS.map(({ id, level }) => [id as string, level as string]));
  expect(owed(PACKAGE_ROOT, CHECKS, { levels, proved: new Set(levels.keys()) })).toEqual([]);
});
