import type { ReportCheck, ReportFinding } from '../report/model.ts';
import { oneLine } from '../report/text.ts';

/** Findings that a test shows in full. */
const SHOWN = 3;

/** The error of a failed check in a test runner: the content of the report, without a position in our code. */
export class ClauseBroken extends Error {
  override name = 'ClauseBroken';
  constructor(check: ReportCheck) {
    super(failureText(check));
    withoutFrames(this);
  }
}

/** The run could not begin, or ended in a way that no test shows; `message` says what to do. */
export class RunProblem extends Error {
  override name = 'RunProblem';
  constructor(message: string) {
    super(message);
    withoutFrames(this);
  }
}

/** A position in our code says nothing about the service. Reporters show errors with the same stack once. */
function withoutFrames(error: Error): void {
  error.stack = `${error.name}: ${error.message}`;
}

/**
 * The findings of a check, a block each: expected, actual, place, the service's message, and how to repeat the
 * request.
 */
export function failureText(check: ReportCheck): string {
  const { level, harm, clauses, reproduce } = check;
  const weighty = check.findings.filter((finding) => finding.severity === 'fail');
  const blocks = weighty.slice(0, SHOWN).map((finding) => block(finding).join('\n'));
  const rest = weighty.length - blocks.length;
  return [
    oneLine(check.message),
    `clause ${clauses.join(', ')} · ${level} · harm: ${harm}`,
    ...blocks,
    ...(rest > 0 ? [`and ${rest} more, in the report`] : []),
    `again     ${oneLine(reproduce)}`,
  ].join('\n\n');
}

function block({ expected, actual, place, probe, said, curl, exchanges }: ReportFinding): string[] {
  return [
    `expected  ${oneLine(expected)}`,
    `actual    ${oneLine(actual)}`,
    `place     ${oneLine(place)}, in ${probe ?? exchanges[0]}`,
    ...(said === undefined ? [] : [`said      ${oneLine(said)}`]),
    ...(curl === undefined ? [] : [`curl      ${oneLine(curl)}`]),
  ];
}
