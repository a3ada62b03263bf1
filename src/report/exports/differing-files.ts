import { join } from 'node:path';
import { BadFile } from '../../files/regular-file.ts';
import { readJournal } from '../../record/read.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import { buildReport } from '../build.ts';
import { contentDigest } from '../integrity/loss.ts';
import { digestOf, refuseCrowd } from '../integrity/manifest.ts';
import { keptLines } from '../kept-lines.ts';
import type { Report } from '../model.ts';
import type { Content } from '../output.ts';
import { readProof } from '../proof.ts';
import { REPORT_FILE } from '../stored-report.ts';
import { formatsOf } from './write.ts';

/**
 * The names of a folder's files that differ from a new rendering: report.json from the record and the proof of this
 * suite, and every other format from `report`, the folder's report. A missing file does not differ.
 */
export async function differingFiles(folder: string, report: Report): Promise<string[]> {
  await refuseCrowd(folder);
  const lines = keptLines(() => readJournal(folder));
  const recorded = await buildReport(lines, { proof: await readProof() });
  const made = { [REPORT_FILE]: () => jsonText(recorded), ...formatsOf(folder, report, lines) };
  const names: string[] = [];
  for (const [name, content] of Object.entries(made)) {
    if (await isDifferent(join(folder, name), content())) names.push(name);
  }
  return names;
}

async function isDifferent(path: string, content: Content): Promise<boolean> {
  try {
    return (await digestOf(path)).sha256 !== (await contentDigest(content));
  } catch (error) {
    if (error instanceof BadFile) return true;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
