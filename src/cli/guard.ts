import { randomUUID } from 'node:crypto';
import { createRedactor, type Redactor } from '../http/redact.ts';
import { likeKeys, proxySecrets } from '../http/secrets/of-run.ts';
import { oneLine, shorten, withoutCommands } from '../report/text.ts';
import type { Io } from '../vocabulary/io.ts';
import { isSecretHeader } from '../vocabulary/secret-headers.ts';

type Output = Io['stdout'];

/** A guard for everything that the process prints. */
export interface Guard {
  io: Io;
  /** More secrets, once the options are read. */
  add(secrets: readonly string[], shown?: readonly string[]): void;
  /**
   * Foreign text as a short part of a line. Secrets are masked before it is cut, since half a secret is not
   * recognized.
   */
  line(text: string): string;
  /** Makes GitHub's runner obey only `io.commands` until `end`. */
  stopCommands(): void;
  /** Writes the retained text. */
  end(): void;
}

/**
 * The problem matchers of GitHub's own setup actions. The runner applies them to every line of later steps, so that a
 * text of a service could make annotations; `stop-commands` does not end them.
 */
const MATCHERS = ['tsc', 'eslint-compact', 'eslint-stylish', 'python', 'go', 'java', 'csc'];

/** Longest foreign text in a line, as in a message that lists all targets of a configuration. */
const LINE_AT_MOST = 4000;

/** Environment variables that hold keys. */
const VARIABLES = ['CHATSPEC_API_KEY', 'CHATSPEC_NOBALANCE_KEY', 'CHATSPEC_OTHER_ORG_KEY'];

/**
 * The second line of defense: everything that is printed passes the redactor. It knows the keys of the environment
 * at once, and anything among the arguments that looks like a key. It also hides workflow commands from CI runners,
 * and removes the matchers that a GitHub job has.
 */
export function createGuard(args: readonly string[], given: Io): Guard {
  if (given.env.GITHUB_ACTIONS)
    given.stderr.write(MATCHERS.map((owner) => `::remove-matcher owner=${owner}::\n`).join(''));
  let secrets = [...secretsIn(given.env), ...args.flatMap(keysIn)];
  let names: string[] = [];
  let redactor = createRedactor(secrets);
  const outputs = [given.stdout, given.stderr].map((output) => guarded(output, () => redactor));
  let token: string | undefined;
  const flush = () => {
    for (const output of outputs) output.flush();
  };
  return {
    io: {
      ...given,
      stdout: outputs[0]!.output,
      stderr: outputs[1]!.output,
      commands(lines) {
        if (lines === '') return;
        flush();
        const obeyed = redactor.text(lines);
        given.stdout.write(
          token === undefined ? obeyed : `::${token}::\n${obeyed}::stop-commands::${token}\n`,
        );
      },
    },
    add(more, shown = []) {
      secrets = [...new Set([...secrets, ...more])];
      names = [...new Set([...names, ...shown])];
      redactor = createRedactor(secrets, { shown: names });
    },
    line: (text) => oneLine(shorten(redactor.text(text), LINE_AT_MOST)),
    stopCommands() {
      if (!given.env.GITHUB_ACTIONS) return;
      token = randomUUID();
      given.stdout.write(`::stop-commands::${token}\n`);
    },
    end() {
      flush();
      if (token !== undefined) given.stdout.write(`::${token}::\n`);
    },
  };
}

function guarded(output: Output, now: () => Redactor) {
  let held = '';
  const write = (text: string): unknown => {
    const all = held + text;
    // A secret or a command that is written in pieces is not printed before it is complete.
    const end = lastWord(all);
    held = all.slice(end);
    const clean = withoutCommands(now().text(all.slice(0, end)));
    return clean === '' ? true : output.write(clean);
  };
  return {
    output: Object.create(output, { write: { value: write } }) as Output,
    flush() {
      if (held !== '') output.write(withoutCommands(now().text(held)));
      held = '';
    },
  };
}

/** Start of the last word of a text, which may continue. No form of a key, and no command, contains a blank. */
function lastWord(text: string): number {
  return Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1;
}

/** Keys of the environment, its headers with credentials, and the credentials of its proxies. */
function secretsIn(env: NodeJS.ProcessEnv): string[] {
  const named = env.CHATSPEC_SECRET_HEADER?.split(/[\n,]/).map((name) => name.trim());
  const headers = (env.CHATSPEC_HEADER ?? '').split('\n').filter((line) => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line.trim()) ?? [];
    // A line that is not a header may be a key in the wrong place.
    return name === undefined || isSecretHeader(name, value!, named);
  });
  const values = [...VARIABLES.map((name) => env[name] ?? ''), ...headers];
  return [...values.flatMap(partsOf), ...proxySecrets(env)];
}

/** What may be a key in a value of the environment: the whole value and its parts. */
function partsOf(value: string): string[] {
  if (value === '') return [];
  return [value.trim(), ...value.split(/[\s;=,"'&?<>(){}:/@]+/).filter((part) => part.length >= 12)];
}

/**
 * What looks like a key: it has a key prefix and a digit, or is long and mixes letters and digits as names do not,
 * except names in a path.
 */
export function keysIn(text: string): string[] {
  if (/^(?:--[\w-]+=)?(?:\.{0,2}|~)\//.test(text)) return likeKeys(text);
  const words = text.split(/[\s"'=&?,;<>(){}:/@#]+/).flatMap((word) => [word, ...word.split('.')]);
  return [...likeKeys(text), ...words.filter(looksRandom)];
}

function looksRandom(word: string): boolean {
  if (word.length < 20 || !/^[\w+.~-]+$/.test(word)) return false;
  return /^[^a-z]*[a-z]\D*\d[^a-z]*[a-z]\D*\d/i.test(word) && !/^\d{4}-\d\d-\d\d/.test(word);
}
