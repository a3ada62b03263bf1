import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDeviation, VARIANTS } from '../../reference/src/deviations/index.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { ProofSummary } from './tally.ts';

/** The matrix in lines for people: first the findings, then every defect with its evidence. */
export function printed(summary: ProofSummary, seconds: number): string {
  const lines = [
    `faults caught        ${summary.faults.caught} of ${summary.faults.known}`,
    ...Object.entries(summary.bases).map(
      ([base, { tried, caught }]) => `  on ${base.padEnd(16)} ${caught} of ${tried}`,
    ),
    `variants left alone  ${summary.variants.leftAlone} of ${summary.variants.known}${inTurn(summary)}`,
    ...(summary.combinations.known > 0
      ? [
          `pairs left alone     in ${summary.combinations.leftAlone} of ${summary.combinations.known} combinations`,
        ]
      : []),
    `time                 ${seconds.toFixed(1)} s`,
    ...section('Faults that were not caught', summary.missed, (m) => [
      `${m.id} (${m.level}, seed ${m.seed})${m.shownBy ? '' : ': it did not show on the wire'}`,
      ...(m.why ? [`  ${clipped(m.why)}`] : []),
    ]),
    ...section('Faults that no single request shows', summary.unshown, (u) => [`${u.id} (seed ${u.seed})`]),
    ...section('Variants that were accused', worthReading(summary.accused), (a) => [
      `${a.ids.length === 0 ? 'the reference service itself' : a.ids.join('+')} (seed ${a.seed})`,
      ...a.ids.map((id) => `  ${findDeviation(id)?.title ?? id} (${placeOfVariant(id)})`),
      ...a.complaints.map((complaint) => `  ${clipped(complaint)}`),
    ]),
    ...section('Checks that no fault turns red', summary.idle, (id) => [id]),
    ...section('Faults that turn red what is unrelated', summary.unrelated, (u) => [
      `${u.id} (seed ${u.seed})`,
      ...u.checks.map((check) => `  ${clipped(check)}`),
    ]),
    ...section('What was said and is not so', summary.untrue, (u) => [
      u.task,
      ...u.what.map((line) => `  ${clipped(line)}`),
    ]),
    ...section('Trials that broke', summary.broken, (b) => [`${b.task}: ${b.error}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** If the reference service itself is accused, so are all variants, for the same reason. */
function worthReading(accused: ProofSummary['accused']): ProofSummary['accused'] {
  const reference = accused.filter(({ ids }) => ids.length === 0);
  return reference.length > 0 ? reference : accused;
}

/** What to do about accused variants, after a trial of one check. */
export function adviceOnAccused({ accused }: ProofSummary, check: string): string {
  const [first] = worthReading(accused);
  if (first === undefined) return '';
  const [id] = first.ids;
  const step =
    id === undefined
      ? `The reference service keeps the contract: change the judge.
  npm start -- --only ${check} --seed 1 --verbose   # the findings with their requests`
      : `A variant keeps the contract. If the contract allows what it does, change the judge. If not, make it a fault.
  npm start -- explain ${id}   # the variant and its clause`;
  return `
${step}
  npm run prove -- --near ${check}   # repeats this trial after a change
`;
}

/** If variants take turns, the others are in the combinations. */
function inTurn({ variants, combinations }: ProofSummary): string {
  const others = VARIANTS.length - variants.known;
  return others > 0 && combinations.known > 0 ? ` (${others} others in combinations alone)` : '';
}

function section<T>(title: string, entries: readonly T[], write: (entry: T) => readonly string[]): string[] {
  if (entries.length === 0) return [];
  return [
    '',
    `${title}: ${entries.length}`,
    ...entries.flatMap((entry) => write(entry).map((line) => `  ${line}`)),
  ];
}

export function clipped(text: string): string {
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}

const FOLDER = 'reference/src/variants';

/** The file and line of a variant; the folder of all variants if its id is made at runtime. */
function placeOfVariant(id: string): string {
  for (const file of globSync(`${FOLDER}/*.ts`, { cwd: PACKAGE_ROOT }).sort()) {
    const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
    const at = text.indexOf(`'${id}'`);
    if (at >= 0) return `${file}:${text.slice(0, at).split('\n').length}`;
  }
  return FOLDER;
}
