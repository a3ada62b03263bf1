import { resolve } from 'node:path';
import { CHECKS } from '../../../suites/index.ts';
import { checksAsMarkdown, exportedChecks } from '../../export/checks.ts';
import { openapiDocument } from '../../export/openapi.ts';
import { readNames } from '../../options/usage-names.ts';
import { baseUrl, choice } from '../../options/values.ts';
import { SUITE_VERSION } from '../../run/suite.ts';
import type { Io } from '../../vocabulary/io.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';
import { writeNamed } from './named-output.ts';

/** `export openapi` and `export checks`: the contract and its checks, for other tools. */
export async function exportContract(args: string[], io: Io): Promise<number> {
  const [what, ...rest] = args;
  if (what === 'openapi') return exportOpenapi(rest, io);
  if (what === 'checks') return exportChecks(rest, io);
  throw new OptionError('usage: chatspec export openapi|checks [--out FILE]');
}

function exportOpenapi(args: string[], io: Io): Promise<number> {
  const { values } = readArguments(
    'export openapi',
    args,
    {
      description: { type: 'string', default: 'first' },
      server: { type: 'string' },
      target: { type: 'string' },
      out: { type: 'string' },
    },
    [0, 0],
  );
  const document = openapiDocument({
    description: oneOf('description', values.description, ['first', 'second']),
    version: SUITE_VERSION,
    ...(values.server === undefined ? {} : { server: baseUrl(values.server, 'server') }),
    ...(values.target === undefined ? {} : { names: readNames(resolve(io.cwd, values.target)) }),
  });
  return give(jsonText(document), values.out, io);
}

function exportChecks(args: string[], io: Io): Promise<number> {
  const { values } = readArguments(
    'export checks',
    args,
    { format: { type: 'string', default: 'json' }, out: { type: 'string' } },
    [0, 0],
  );
  const format = oneOf('format', values.format, ['json', 'markdown']);
  const text = format === 'json' ? jsonText(exportedChecks(CHECKS)) : checksAsMarkdown(CHECKS);
  return give(text, values.out, io);
}

const oneOf = <T extends string>(option: string, value: string, words: readonly T[]): T =>
  choice(new Map([[option, [value]]]), option, words)!;

async function give(text: string, out: string | undefined, io: Io): Promise<number> {
  if (out === undefined) io.stdout.write(text);
  else await writeNamed(`--out ${out}`, resolve(io.cwd, out), text);
  return 0;
}
