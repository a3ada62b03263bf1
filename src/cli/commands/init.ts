import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { ChatspecConfig } from '../../config/define.ts';
import { baseUrl } from '../../options/values.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { PROFILES } from '../../vocabulary/settings.ts';
import { readArguments } from './arguments.ts';

/** One question: its text, its default, and the parser of its answer. */
interface Question {
  text: string;
  byDefault: string;
  /** Adds the answer to the configuration; throws `OptionError` for an invalid answer. */
  take(config: ChatspecConfig, answer: string): void;
}

const QUESTIONS: readonly Question[] = [
  {
    text: 'Address of the service, without /api/v1',
    byDefault: 'http://127.0.0.1:8080',
    take: (config, answer) => {
      config.baseUrl = baseUrl(answer);
    },
  },
  {
    text: 'Model for completions (empty: the most used model of the organization)',
    byDefault: '',
    take: (config, answer) => {
      if (answer !== '') config.model = answer;
    },
  },
  {
    text: 'Environment variable with the key, or a file (with a / in its name)',
    byDefault: 'CHATSPEC_API_KEY',
    take: (config, answer) => {
      config.apiKey = keySource(answer);
    },
  },
  {
    text: 'Is chatspec the only user of the organization during the run? (yes or no)',
    byDefault: 'no',
    take: (config, answer) => {
      if (!/^(?:y|yes|n|no)$/i.test(answer)) throw new OptionError('answer yes or no');
      if (/^y/i.test(answer)) config.exclusive = true;
    },
  },
  {
    text: `Profile (${PROFILES.join(', ')})`,
    byDefault: 'standard',
    take: (config, answer) => {
      const profile = PROFILES.find((name) => name === answer);
      if (!profile) throw new OptionError(`answer one of ${PROFILES.join(', ')}`);
      config.profile = profile;
    },
  },
];

/** The name of a variable, or a path. Anything else may be the key itself and is not repeated. */
function keySource(answer: string): { env: string } | { file: string } {
  if (answer.includes('/') && existsSync(answer)) return { file: answer };
  if (/^[A-Z_][A-Z0-9_]*$/.test(answer)) return { env: answer };
  throw new OptionError(
    'answer with the name of a variable in capitals or an existing file; chatspec never stores a key',
  );
}

/** `init`: asks five questions and writes chatspec.config.json; an existing file is not changed. */
export async function init(args: string[], io: Io): Promise<number> {
  const { values } = readArguments(
    'init',
    args,
    { yes: { type: 'boolean', short: 'y' }, out: { type: 'string', default: 'chatspec.config.json' } },
    [0, 0],
  );
  const file = resolve(io.cwd, values.out);
  if (existsSync(file)) throw new OptionError(`${values.out} exists: edit it, or choose another --out`);
  if (!values.yes && !io.stdin)
    throw new OptionError('this terminal is not interactive: use the defaults with --yes');
  const config = values.yes ? byDefault() : await asked(io);
  const schema = './node_modules/chatspec/schemas/config.schema.json';
  const known = existsSync(resolve(io.cwd, schema)) ? { $schema: schema } : {};
  try {
    writeFileSync(file, `${JSON.stringify({ ...known, ...config }, undefined, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new OptionError(`cannot write ${values.out} (${code})`);
  }
  io.stdout.write(
    `${values.out} is written. Test the connection with doctor, then run chatspec without arguments.\n`,
  );
  return 0;
}

function byDefault(): ChatspecConfig {
  const config: ChatspecConfig = {};
  for (const question of QUESTIONS) question.take(config, question.byDefault);
  return config;
}

/** Repeats each question until its answer is valid. Rejects with `OptionError` if the input ends before that. */
async function asked(io: Io): Promise<ChatspecConfig> {
  const config: ChatspecConfig = {};
  const lines = createInterface({ input: io.stdin!, terminal: false })[Symbol.asyncIterator]();
  for (const question of QUESTIONS) {
    for (;;) {
      io.stderr.write(`${question.text}${question.byDefault === '' ? '' : ` [${question.byDefault}]`}: `);
      const { value, done } = await lines.next();
      if (done) throw new OptionError('the input ended before the last question; no file was written');
      const answer = String(value).trim();
      try {
        question.take(config, answer === '' ? question.byDefault : answer);
        break;
      } catch (error) {
        if (!(error instanceof OptionError)) throw error;
        io.stderr.write(`  ${error.message}\n`);
      }
    }
  }
  await lines.return?.();
  return config;
}
