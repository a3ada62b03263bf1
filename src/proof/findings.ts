import { exchangesIn } from '../engine/evidence.ts';
import type { Finding, Judge } from '../vocabulary/check.ts';
import { derivationOf, judgesWords } from '../vocabulary/derivation.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { contradiction } from './contradiction.ts';
import type { Wire } from './wire.ts';

/** The evidence of a judge. */
export interface Judged {
  check: string;
  evidence: unknown;
  judge: Judge<unknown>;
}

/**
 * Findings that their cited exchanges do not show: literal and absent values are looked up in the first of them,
 * computed ones are judged again without all other exchanges. Returns lines for people.
 */
export function untrueFindings(
  results: readonly CheckLine[],
  wire: Wire,
  judged: readonly Judged[],
): string[] {
  return results.flatMap((line) =>
    line.findings.flatMap((finding) => {
      const why = untrue(line.id, finding, wire, judged);
      return why === undefined ? [] : [`${line.id} says ${finding.actual} (${finding.place}): ${why}`];
    }),
  );
}

function untrue(check: string, finding: Finding, wire: Wire, judged: readonly Judged[]): string | undefined {
  const lead = wire.exchange(finding.exchanges[0]);
  if (!lead) return `there is no exchange ${finding.exchanges[0]}`;
  if (derivationOf(finding) !== 'computed') return contradiction(finding, lead);
  const said = judgesWords(finding.actual);
  const own = judged.filter((one) => one.check === check);
  const again = own.some(({ evidence, judge }) =>
    without(evidence, finding.exchanges, () => judge(evidence)).some((f) => f.actual === said),
  );
  // Findings of the whole run without a judge cannot be judged again.
  if (again || !own.some(({ evidence, judge }) => judge(evidence).some((f) => f.actual === said)))
    return undefined;
  return 'the exchanges that it cites do not show it';
}

/** Runs a function while all other exchanges of the evidence have no responses. */
function without<T>(evidence: unknown, cited: readonly string[], act: () => T): T {
  const blanked = exchangesIn(evidence).filter(({ id }) => !cited.includes(id)) as {
    response?: Exchange['response'];
  }[];
  const before = blanked.map((exchange) => exchange.response);
  for (const exchange of blanked) delete exchange.response;
  try {
    return act();
  } finally {
    for (const [i, exchange] of blanked.entries()) if (before[i]) exchange.response = before[i];
  }
}
