import type { Expectation } from '../../../reference/src/hostile/hostile.ts';
import type { Report, ReportCheck } from '../../report/model.ts';
import { asReport } from '../../report/validate.ts';
import type { Trial } from './trial.ts';

/** Megabytes that a run may take at most, whatever the service does. */
const MEGABYTES = 600;
const SECONDS = 20;

/** What a terminal would act on: controls, and characters that can't be seen or move what is read. Not the line feed. */
const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
/** What no XML may hold, escaped or not (XML 1.0, section 2.2). */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const unescaped = (xml: string) =>
  xml.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
/** What only a program that broke writes. */
const BROKEN = /^\s+at .+:\d+|Unhandled|Uncaught|Warning:|MaxListeners|it broke|heap out of memory/im;

/** What is wrong with a trial of a hostile service, a line each; nothing when it went as it should. */
export function complaints(expects: Expectation, trial: Trial): string[] {
  const { exit, signal, ownSeconds, megabytes, stdout, stderr } = trial;
  const said = stdout + stderr;
  const limit = expects.seconds ?? SECONDS;
  const found: (string | false)[] = [
    exit !== expects.exit && `exit ${exit ?? signal} where ${expects.exit} is right: ${stderr.slice(-300)}`,
    !(ownSeconds <= limit) && `took ${ownSeconds.toFixed(1)} s of ${limit}`,
    !(megabytes < MEGABYTES) && `took ${megabytes.toFixed(0)} MB of ${MEGABYTES}`,
    BROKEN.test(stderr) && `broke: ${BROKEN.exec(stderr)?.[0]}`,
    RAW.test(said) && `raw on the terminal: ${JSON.stringify(said.slice(said.search(RAW)).slice(0, 40))}`,
    ...trial.traces.map((where) => `the key in ${where}`),
    ...trial.people.map((where) => `somebody in ${where}`),
    ...trial.strayed.map((request) => `strayed: ${request.slice(0, 80)}`),
  ];
  return [...found.filter((line) => line !== false), ...(exit === 2 ? refusal : verdicts)(expects, trial)];
}

/**
 * A run that could not begin prints one line after its opening, which names the address and the checks, and no
 * report.
 */
function refusal({ says }: Expectation, { report, stdout, stderr }: Trial): string[] {
  const [address, opening, line = '', ...more] = stderr.trimEnd().split('\n');
  const found: (string | false)[] = [
    report !== undefined && 'a report of nothing',
    stdout !== '' && `said on standard output: ${stdout.slice(0, 80)}`,
    !/^chatspec: judging \S+ \(from .+\)$/.test(address ?? '') && `began with ${address}`,
    !/^chatspec: \d+ checks?, profile /.test(opening ?? '') && `opened with ${opening}`,
    more.length > 0 && `${more.length} more lines: ${more[0]}`,
    !(says?.test(line) ?? false) && `said: ${line}`,
  ];
  return found.filter((line) => line !== false);
}

function verdicts(expects: Expectation, trial: Trial): string[] {
  if (trial.report === undefined) return ['no report'];
  let report: Report;
  try {
    report = asReport(JSON.parse(trial.report));
  } catch (error) {
    return [`the report ${(error as Error).message}`];
  }
  const { verdicts: wanted = {}, never = [], says } = expects;
  const told = (check: ReportCheck) => `${check.id} ${check.verdict}: ${check.message.slice(0, 200)}`;
  const wrong = report.checks.filter(({ id, verdict }) =>
    wanted[id] === undefined ? ['fail', 'warn', 'error', ...never].includes(verdict) : verdict !== wanted[id],
  );
  const transient = Object.entries(report.cost.transient).map(([kind, count]) => `${count}× ${kind}`);
  const texts = [...report.checks.map(({ message }) => message), ...transient, trial.stdout];
  const unknown = Object.keys(wanted).filter((id) => !report.checks.some((check) => check.id === id));
  return [
    ...wrong.map(told),
    ...unknown.map((id) => `${id} is no check`),
    ...(NO_XML.test(unescaped(trial.junit ?? '\0')) ? ['junit.xml is no XML'] : []),
    ...(says && !texts.some((text) => says.test(text)) ? [`nothing says ${says}`] : []),
  ];
}
