import {
  type AnyDeviation,
  FAULTS,
  findDeviation,
  VARIANTS,
} from '../../../reference/src/deviations/index.ts';
import { CHECKS } from '../../../suites/index.ts';
import { adviceFor } from '../../contract/advice.ts';
import { LEDGER, type LedgerRow, sentenceWords } from '../../contract/ledger.ts';
import { commandLine } from '../../options/invocation.ts';
import { createPalette, type Palette, wantsColours } from '../../report/palette.ts';
import { checksThatFind, faultsThatProve } from '../../report/proof.ts';
import type { Check, FactName } from '../../vocabulary/check.ts';
import { factsOf, groundsOf } from '../../vocabulary/fact-graph.ts';
import { globOver } from '../../vocabulary/glob.ts';
import type { Io } from '../../vocabulary/io.ts';
import { didYouMean } from '../../vocabulary/nearest.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';

/** The verdict of a violated `must`, `should` or `open` point. */
const CONSEQUENCE: Record<Check['level'], string> = {
  must: 'the contract states it: a confirmed violation fails, an unconfirmed one warns',
  should: 'compatible services do it, but the contract does not state it: a violation warns',
  open: 'the contract does not say: the behavior is recorded and not judged',
};

/** `explain ID`: describes a check, or a fault or variant of the reference service. Resolves with 0. */
export async function explain(args: string[], io: Io): Promise<number> {
  const { positionals } = readArguments('explain', args, {}, [1, 1]);
  const id = positionals[0]!;
  const paint = createPalette(wantsColours(io.stdout, io.env));
  const check = CHECKS.find((c) => c.id === id);
  const deviation = findDeviation(id);
  if (!check && !deviation)
    throw new OptionError(`there is no check, fault or variant '${id}'${nearest(id)}`);
  const blocks = [
    ...(check ? [await checkWords(check, paint)] : []),
    ...(deviation ? [await deviationWords(deviation, paint)] : []),
  ];
  io.stdout.write(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`);
  return 0;
}

/** A fault or variant: its effect, its clause, the checks that find it, and how to try it. */
async function deviationWords(deviation: AnyDeviation, paint: Palette): Promise<string[]> {
  const isFault = 'expects' in deviation;
  const { id, clause, title } = deviation;
  const proved = isFault ? await checksThatFind(id) : [];
  const checks = proved.length > 0 ? proved : isFault ? deviation.expects : [];
  const only = checks.length > 0 ? ['--only', checks.slice(0, 3).join(',')] : [];
  return [
    `${paint('bold', id)}  ${isFault ? `fault, ${deviation.level}` : 'variant that keeps the contract'}`,
    title,
    '',
    ...LEDGER.filter((row) => row.clause === clause)
      .slice(0, 3)
      .map((row) => `${paint('dim', row.clause.padEnd(5))} ${sentenceWords(row)}`),
    '',
    isFault ? 'These checks find the fault:' : 'No check may fail or warn because of the variant.',
    ...checks.map((name) => `  ${name}  ${CHECKS.find((c) => c.id === name)?.title ?? ''}`.trimEnd()),
    paint('dim', `start it: ${commandLine('serve', isFault ? '--fault' : '--variant', id)}`),
    paint('dim', `then paste the printed lines, and run: ${commandLine(...only)}`),
  ];
}

async function checkWords(check: Check, paint: Palette): Promise<string[]> {
  const faults = await faultsOf(check.id);
  return [
    `${paint('bold', check.id)}  ${check.level}, ${check.profile ?? 'smoke'} profile`,
    check.title,
    '',
    ...clauses(check).map((row) => `${paint('dim', row.clause.padEnd(5))} ${sentenceWords(row)}`),
    '',
    check.about,
    '',
    ...adviceFor(check.id).map((advice) => `Usual cause: ${advice}`),
    `Level: ${CONSEQUENCE[check.level]}.`,
    ...grounds(check, paint),
    ...(check.preconditions?.length ? [`Needs: ${check.preconditions.join(', ')}.`] : []),
    ...(faults.length > 0 ? ['', 'These faults of the reference service prove the check:'] : []),
    ...faults.slice(0, 8).map((f) => `  ${f.id}  ${f.title}`),
    ...(faults.length > 8 ? [`  … and ${faults.length - 8} more`] : []),
    ...(faults.length > 0
      ? [paint('dim', `reproduce one: ${commandLine('serve', '--fault', faults[0]!.id)}`)]
      : []),
  ];
}

/** The facts that a check depends on, and the dependencies of their owners. */
function grounds(check: Check, paint: Palette): string[] {
  const named = factsOf(check);
  const deeper = groundsOf(check, CHECKS).filter((fact) => !named.includes(fact));
  const listed = (title: string, facts: readonly FactName[]) =>
    facts.length === 0
      ? []
      : ['', title, ...facts.map((fact) => `  ${fact}  ${paint('dim', titleOf(fact))}`)];
  return [
    ...listed('Rests on these facts, and is inconclusive where one is broken:', check.restsOn ?? []),
    ...listed('Asks or concludes otherwise where one of these is broken:', check.adaptsTo ?? []),
    ...(deeper.length > 0 ? [`These rest on: ${deeper.join(', ')}.`] : []),
  ];
}

const titleOf = (fact: FactName): string => CHECKS.find(({ id }) => id === fact)?.title ?? '';

/** For each clause, the sentences that name the check; if there are none, the first ones of the clause. */
function clauses(check: Check): LedgerRow[] {
  return check.clauses.flatMap((clause) => {
    const rows = LEDGER.filter((row) => row.clause === clause);
    const naming = rows.filter((row) => 'checks' in row && globOver(row.checks)(check.id));
    return (naming.length > 0 ? naming : rows).slice(0, 3);
  });
}

/** The faults that made the check fail in the proof; before the first proof, those that name it. */
async function faultsOf(id: string) {
  const proved = await faultsThatProve(id);
  if (proved.length > 0) return proved.flatMap((fault) => FAULTS.filter((f) => f.id === fault));
  return FAULTS.filter((f) => f.expects.includes(id));
}

function nearest(id: string): string {
  const known = [...CHECKS, ...FAULTS, ...VARIANTS].map((one): string => one.id);
  return didYouMean(id, known, `: see ${commandLine('list')} and ${commandLine('faults')}`);
}
