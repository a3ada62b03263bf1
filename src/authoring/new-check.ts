import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { HARMS } from '../vocabulary/harm.ts';
import type { Io } from '../vocabulary/io.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { changesFor, lacksAdvice, lacksHarm, type ReadFile } from './new-check/changes.ts';
import { unfilled } from './new-check/parts.ts';
import { consistent, KINDS, WANTED, type WantedCheck } from './new-check/wanted.ts';
import { relativesText } from './relatives.ts';

const QUESTIONS = {
  id: 'Id (area/what-holds)',
  clause: 'Clause (7.3), or several with commas, the narrowest first',
  level: 'Level (must, should, open)',
  kind: `Kind (${KINDS.join(', ')})`,
  harm: `Harm of a violation (${HARMS.join(', ')})`,
} as const;

/** Texts that may be left open: an empty line marks their place instead. */
const TEXTS = {
  title: 'Title: a sentence that is true of a conforming service',
  about: 'About: what is sent, and what passes, warns and fails',
  advice: 'Advice: the usual cause of a violation, and its fix',
} as const;

const USAGE = `Usage: npm run new-check -- [--id ID] [--clause CLAUSE] [--level LEVEL] [--kind KIND]
       [--title SENTENCE] [--about TEXT] [--harm HARM] [--advice TEXT]

Writes the record of a check, its judge with its table, and a fault that the check must find. They fail until they are
filled in. Asks for missing values, if one of the first four is missing. Names related checks.

  --kind body     a rule on the body of each completion       --kind request  a request that must be rejected
  --kind stream   a rule on the chunks of each stream         --kind usage    a rule on usage records
  --kind open     a point that the contract leaves open: recorded only
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
        about: { type: 'string' },
        harm: { type: 'string' },
        advice: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      io.stdout.write(USAGE);
      return 0;
    }
    const readFile: ReadFile = (path) =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
    write(await completed(values, io, readFile), io, root, readFile);
    return 0;
  } catch (error) {
    if (!(error instanceof OptionError) && !(error instanceof TypeError)) throw error;
    io.stderr.write(`new-check: ${error.message}\n`);
    return 2;
  }
}

type Given = Partial<Record<keyof typeof QUESTIONS | keyof typeof TEXTS, string | boolean>>;

/** The given options, and the answers to questions about the rest; an invalid answer is requested again. */
async function completed(given: Given, io: Io, readFile: ReadFile): Promise<WantedCheck> {
  const lines = io.stdin && createInterface({ input: io.stdin });
  const answers = lines?.[Symbol.asyncIterator]();
  let asksForTexts = false;
  const read = async <K extends keyof typeof QUESTIONS>(name: K): Promise<ReturnType<(typeof WANTED)[K]>> => {
    const parse = WANTED[name] as (text: string) => ReturnType<(typeof WANTED)[K]>;
    if (typeof given[name] === 'string') return parse(given[name]);
    asksForTexts = true;
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
  const text = async (name: keyof typeof TEXTS): Promise<{ [N in typeof name]?: string }> => {
    if (typeof given[name] === 'string') return { [name]: given[name] };
    if (!asksForTexts) return {};
    io.stdout.write(`${TEXTS[name]} (empty: later): `);
    const line = await answers?.next();
    const said = line?.done ? '' : line?.value.trim();
    return said ? { [name]: said } : {};
  };
  try {
    const id = await read('id');
    const clauses = await read('clause');
    const level = await read('level');
    const kind = level === 'open' ? 'open' : await read('kind');
    const wanted = consistent({ id, clauses, level, kind });
    const harm = given.harm !== undefined || lacksHarm(wanted, readFile) ? { harm: await read('harm') } : {};
    const described = { ...wanted, ...harm, ...(await text('title')), ...(await text('about')) };
    return lacksAdvice(described, readFile) ? { ...described, ...(await text('advice')) } : described;
  } finally {
    lines?.close();
  }
}

function write(wanted: WantedCheck, io: Io, root: string, read: ReadFile): void {
  const changes = changesFor(wanted, read);
  for (const { path, text } of changes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const own = changes.filter(({ derived }) => !derived).map(({ path }) => path);
  const biome = join(root, 'node_modules/.bin/biome');
  spawnSync(biome, ['check', '--write', ...own], { cwd: root, stdio: 'ignore' });
  const open = unfilled(new Map(own.map((path) => [path, read(path)!])));
  io.stdout.write(`${relativesText(wanted)}Fill in these places:

${open.map((line) => `  ${line}`).join('\n')}

Then run: npm run accept-check ${wanted.id}
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
