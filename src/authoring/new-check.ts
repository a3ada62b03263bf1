import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { Io } from '../vocabulary/io.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { changesFor } from './new-check/changes.ts';
import { unfilled } from './new-check/unfilled.ts';
import { consistent, KINDS, WANTED, type WantedCheck } from './new-check/wanted.ts';

const QUESTIONS = {
  id: 'Id (area/what-holds)',
  clause: 'Clause (7.3), or several with commas, the narrowest first',
  level: 'Level (must, should, open)',
  kind: `Kind (${KINDS.join(', ')})`,
} as const;

const USAGE = `Usage: npm run new-check -- [--id ID] [--clause CLAUSE] [--level LEVEL] [--kind KIND] [--title SENTENCE]

Writes the record of a check, its judge with its table, and a fault that it must catch; all run, and fail until they are
filled in. Asks for what is not given.

  --kind body     a rule on the body of each completion       --kind request  a request that must be refused
  --kind stream   a rule on the chunks of each stream         --kind usage    what holds of usage records
  --kind open     what the contract leaves open: recorded, never an accusation
`;

/** Writes a new check into a package (default: this one). Resolves with the exit code: 2 for an invalid option. */
export async function newCheck(args: readonly string[], io: Io, root = PACKAGE_ROOT): Promise<number> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        id: { type: 'string' },
        clause: { type: 'string' },
        level: { type: 'string' },
        kind: { type: 'string' },
        title: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      io.stdout.write(USAGE);
      return 0;
    }
    write(await completed(values, io), io, root);
    return 0;
  } catch (error) {
    if (!(error instanceof OptionError) && !(error instanceof TypeError)) throw error;
    io.stderr.write(`new-check: ${error.message}\n`);
    return 2;
  }
}

type Given = Partial<Record<keyof typeof QUESTIONS | 'title', string | boolean>>;

/** The given options, and the answers to questions about the rest; an invalid answer is asked for again. */
async function completed(given: Given, io: Io): Promise<WantedCheck> {
  const lines = io.stdin && createInterface({ input: io.stdin });
  const answers = lines?.[Symbol.asyncIterator]();
  const read = async <K extends keyof typeof QUESTIONS>(name: K): Promise<ReturnType<(typeof WANTED)[K]>> => {
    const parse = WANTED[name] as (text: string) => ReturnType<(typeof WANTED)[K]>;
    if (typeof given[name] === 'string') return parse(given[name]);
    for (;;) {
      io.stdout.write(`${QUESTIONS[name]}: `);
      const line = await answers?.next();
      if (!line || line.done) throw new OptionError(`--${name} is missing`);
      try {
        return parse(line.value.trim());
      } catch (error) {
        if (!(error instanceof OptionError)) throw error;
        io.stdout.write(`  ${error.message}\n`);
      }
    }
  };
  try {
    const id = await read('id');
    const clauses = await read('clause');
    const level = await read('level');
    const kind = level === 'open' ? 'open' : await read('kind');
    const { title } = given;
    return consistent({ id, clauses, level, kind, ...(typeof title === 'string' && { title }) });
  } finally {
    lines?.close();
  }
}

function write(wanted: WantedCheck, io: Io, root: string): void {
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
  const changes = changesFor(wanted, read);
  for (const { path, text } of changes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const own = changes.filter(({ derived }) => !derived).map(({ path }) => path);
  const biome = join(root, 'node_modules/.bin/biome');
  spawnSync(biome, ['check', '--write', ...own], { cwd: root, stdio: 'ignore' });
  const open = unfilled(new Map(own.map((path) => [path, read(path)!])));
  io.stdout.write(`Still to be filled in:

${open.map((line) => `  ${line}`).join('\n')}

Then run

  npx vitest run --project self src/testing/tables.test.ts   # the table of the judge
  npm start -- --only ${wanted.id}   # a service that keeps it${wanted.level === 'open' ? '' : `\n  npm run prove -- --only '${wanted.id}-broken'   # one that breaks it`}
  npm run accept-check   # writes down the new id, and says what is still owed
`);
}

if (import.meta.main) {
  const { stdout, stderr, stdin, env } = process;
  process.exitCode = await newCheck(process.argv.slice(2), {
    stdout,
    stderr,
    stdin,
    env,
    cwd: process.cwd(),
  });
}
