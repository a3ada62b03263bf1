import { dirname, resolve } from 'node:path';
import { pageLink } from '../../report/html/plain-page.ts';
import { openReport } from '../../report/open.ts';
import { writeAtomically } from '../../report/output.ts';
import { createPalette, wantsColours } from '../../report/palette.ts';
import { comparisonCode } from '../../report/side-by-side/compare.ts';
import {
  compared,
  comparisonMarkdown,
  comparisonPage,
  comparisonText,
} from '../../report/side-by-side/comparison.ts';
import { oneLine } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import { pageFile, readArguments } from './arguments.ts';

/**
 * `compare A B`: the changes from report A to report B, on the terminal, as JSON or as Markdown, and with `--html`
 * also as a page. Returns 1 for a new failure, 3 if a decided check became inconclusive, else 0.
 */
export async function compare(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    'compare',
    args,
    { json: { type: 'boolean' }, markdown: { type: 'boolean' }, html: { type: 'string' } },
    [2, 2],
  );
  const out = pageFile(resolve(io.cwd, values.html ?? '.'), 'comparison.html');
  const column = async (name: string, argument: string) => {
    const { folder, report } = await openReport(argument, io.cwd);
    return { name, report, page: pageLink(dirname(out), folder) };
  };
  const before = await column('before', positionals[0]!);
  const both = compared(before, await column('after', positionals[1]!));
  if (values.json) io.stdout.write(jsonText(both.found));
  else if (values.markdown) io.stdout.write(comparisonMarkdown(both));
  else io.stdout.write(comparisonText(both, createPalette(wantsColours(io.stdout, io.env))));
  if (values.html !== undefined) {
    await writeAtomically(out, comparisonPage(both));
    io.stderr.write(`${oneLine(out)}\n`);
  }
  return comparisonCode(both.found);
}
