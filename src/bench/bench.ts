import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT, SUITE_VERSION } from '../run/suite.ts';
import { bounded, type Row } from './measure.ts';

/**
 * `npm run bench [NAME…] [-- --exhaustive]`: every figure next to its reference, in one run. Writes
 * reports/bench.md when all parts ran; exits with 1 if a goal is missed.
 */
const PARTS: Record<string, (exhaustive: boolean) => Promise<Row[]>> = {
  startup: async () => (await import('./startup.ts')).startupRows(),
  rows: async () => (await import('./covering-rows.ts')).coveringRows(),
  requests: async () => (await import('./judged-requests.ts')).judgedRequestRows(),
  run: async () => (await import('./whole-run.ts')).wholeRunRows(),
  slow: async () => (await import('./slow-run.ts')).slowRunRows(),
  usage: async (exhaustive) => (await import('./usage-suite.ts')).usageSuiteRows(exhaustive),
  stream: async () => (await import('./stream.ts')).streamRows(),
  export: async (exhaustive) => (await import('./export.ts')).exportRows(exhaustive),
  folder: async () => (await import('./folder-size.ts')).folderSizeRows(),
  report: async (exhaustive) => (await import('./report-size.ts')).reportSizeRows(exhaustive),
};

/** Parts that are measured at the same time: answers that take 1.5 s leave the processor to what is measured in bytes. */
const TOGETHER = ['slow', 'usage'];

const exhaustive = process.argv.includes('--exhaustive');
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = named.find((name) => !Object.hasOwn(PARTS, name));
if (unknown) {
  process.stderr.write(`there is no part '${unknown}': parts are ${Object.keys(PARTS).join(', ')}\n`);
  process.exit(2);
}

/** Time limit of all parts in seconds, without the exhaustive sizes. */
const SECONDS = 360;
const begun = performance.now();
const rows: Row[] = [];
let together: Promise<Row[]>[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const measured = part(exhaustive);
  together.push(measured);
  if (name === TOGETHER[0] && (named.length === 0 || named.includes(TOGETHER[1]!))) continue;
  for (const row of (await Promise.all(together)).flat()) {
    rows.push(row);
    process.stdout.write(
      `${row.met === false ? '!' : ' '} ${row.what}: ${row.figures}${row.ratio ? `; ratio ${row.ratio}` : ''}\n`,
    );
  }
  together = [];
}

if (named.length === 0) {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}, ${process.platform}`;
  const seconds = (performance.now() - begun) / 1000;
  if (!exhaustive) rows.push(bounded('all of these, in seconds', '', seconds, { most: SECONDS }));
  const goal = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : '**not met**');
  const table = rows.map((row) => `| ${goal(row)} | ${row.what} | ${row.figures} | ${row.ratio} |`);
  const page = [
    '# Benchmarks',
    '',
    `chatspec ${SUITE_VERSION}, on ${machine}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run bench\`: medians of`,
    'three rounds, both sides of a ratio measured in turn in one run. Absolute figures are of this machine; ratios travel.',
    'Where `npm run docs` says that this page is stale, what it measures has changed since.',
    '',
    `Commit ${commit()}.`,
    '',
    '| goal | what | figures | ratio |',
    '|---|---|---|---|',
    ...table,
    '',
  ];
  writeFileSync(join(PACKAGE_ROOT, 'reports', 'bench.md'), page.join('\n'));
}
process.exit(rows.some((row) => row.met === false) ? 1 : 0);

/** The measurements. */
function commit(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: PACKAGE_ROOT, encoding: 'utf8' }).trim();
}
