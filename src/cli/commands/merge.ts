import { resolve, sep } from 'node:path';
import { CHECKS } from '../../../suites/index.ts';
import { expectedRun } from '../../replay/expected-run.ts';
import { mergeShards, type Seal } from '../../replay/merge.ts';
import { closeShards, openShards } from '../../replay/shard-folders.ts';
import { exitCodeOf } from '../../report/exit-code.ts';
import { writeReports } from '../../report/exports/write.ts';
import { MANIFEST, SIGNATURE } from '../../report/integrity/manifest.ts';
import { verifyFolder } from '../../report/integrity/verify.ts';
import { reportFolder, unreadable } from '../../report/open.ts';
import { terminalOf } from '../../report/palette.ts';
import { REPORT_FILE, storedText } from '../../report/stored-report.ts';
import { renderTerminal } from '../../report/terminal.ts';
import { checksDigest } from '../../run/digest.ts';
import { folderName, prepareFolder } from '../../run/folder.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';
import { trustedKeyFor } from './trusted-key.ts';

/**
 * `merge FOLDER… [--out FOLDER] [--key PUB]`: joins the folders of a run's shards into one report, as if it had been
 * one run. With a key, each shard has to be signed by it. Returns the exit code of the run. Sends nothing.
 */
export async function merge(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    'merge',
    args,
    { out: { type: 'string' }, key: { type: 'string' } },
    [1, 100],
  );
  const folders = [];
  for (const argument of positionals) folders.push(await sealed(argument, values.key, io.cwd));
  if (new Set(folders.flatMap(({ keyid }) => keyid ?? [])).size > 1)
    throw new OptionError('the shards are not signed by one key: run them again with one --sign-key');
  const shards = await openShards(folders).catch((error: unknown) => {
    throw unreadable(error, 'one of the folders');
  });
  try {
    const { run } = shards[0]!.stored;
    if (run.suite.checksDigest !== checksDigest())
      throw new OptionError('another version of chatspec made these shards: merge them with that version');
    for (const { folder, stored } of shards) {
      const [altered] = expectedRun(stored.run, CHECKS).differences;
      if (altered !== undefined) throw new OptionError(`${folder} was altered: ${altered}`);
    }
    const host = new URL(run.settings.baseUrl).host;
    const inside = folders.find(({ folder }) => isInside(folder, resolve(io.cwd, values.out ?? '.')));
    if (inside)
      throw new OptionError(
        `a file in ${inside.folder} would break its seal: choose another folder with --out`,
      );
    const out = prepareFolder(values.out, folderName(Date.now(), `${host}-merged`), io.cwd);
    const merged = mergeShards(shards, out.path, CHECKS).then(() => writeReports(out.path));
    const report = await merged.catch((error: unknown) => {
      out.discard(true);
      throw unreadable(error, 'one of the folders');
    });
    out.announce();
    io.stdout.write(renderTerminal(report, { ...terminalOf(io.stdout, io.env), folder: out.path }));
    return exitCodeOf(report);
  } finally {
    await closeShards(shards);
  }
}

/** Whether `path`, an absolute path, is the folder or leads into it. */
const isInside = (folder: string, path: string) => `${path}${sep}`.startsWith(`${resolve(folder)}${sep}`);

/**
 * The folder as written, and its seal. The folder of a killed shard has no report yet; its record shows what is
 * missing.
 */
async function sealed(
  argument: string,
  key: string | undefined,
  cwd: string,
): Promise<{ folder: string; seal: Seal; keyid?: string }> {
  const folder = await reportFolder(argument, cwd);
  const trusted = key === undefined ? undefined : await trustedKeyFor(folder, key, cwd);
  const finished = [MANIFEST, REPORT_FILE, SIGNATURE].map((name) => storedText(folder, name));
  if (!trusted && (await Promise.all(finished)).every((stored) => 'missing' in stored))
    return { folder, seal: 'none' };
  const { problems, signature, keyid } = await verifyFolder(folder, trusted && { key: trusted.key });
  if (problems[0]) throw new OptionError(`${argument} was altered: ${problems[0]}`);
  return { folder, seal: signature === 'none' ? 'manifest' : 'signature', ...(keyid && { keyid }) };
}
