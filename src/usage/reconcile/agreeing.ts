import type { CheckContext } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import { MEASURES, type Measure, totalsCheck } from '../measures.ts';
import { differs, type Party, type Reconciliation, reconciliation } from './totals.ts';

/**
 * The measures in which the summary, or the export, equals the records, whatever the other one does. `Inconclusive`
 * if there is none, or if they could not be compared. For checks that adapt to `TOTALS`.
 */
export async function agreeingMeasures(
  context: CheckContext,
  name: Party['name'],
): Promise<readonly Measure[]> {
  const compared = await comparison(context);
  // A party that could not be compared agrees in no measure, even if the checks of totals passed.
  const left = compared?.leftOut.find((one) => one.name === name);
  if (left) throw new Inconclusive(`the ${name} is not comparable: ${left.why}`, [], left.blockedBy);
  const doubted = MEASURES.filter((measure) => !context.holds(totalsCheck(measure)));
  if (doubted.length === 0) return MEASURES;
  const agreeing = MEASURES.filter(
    (measure) => !doubted.includes(measure) || (compared && agrees(compared, name, measure)),
  );
  if (agreeing.length > 0) return agreeing;
  throw new Inconclusive(
    `no count of the ${name} equals that of the records`,
    [],
    totalsCheck('total_requests'),
  );
}

/**
 * Rejects with `Inconclusive` if one of these measures differs between the records and the summary, or the export. If
 * `orHidden`, a measure that is not shown is no reason for doubt, and one of them has to agree.
 */
export async function measuresAgree(
  context: CheckContext,
  name: Party['name'],
  wanted: readonly Measure[],
  orHidden = false,
): Promise<void> {
  const party = (await comparison(context))?.parties.find((one) => one.name === name);
  const isHidden = (measure: Measure) =>
    orHidden && party !== undefined && party.totals[measure] === undefined;
  const agreeing = await agreeingMeasures(context, name);
  const differing = wanted.find(
    (measure) => !agreeing.includes(measure) && (!isHidden(measure) || wanted.every(isHidden)),
  );
  if (differing !== undefined)
    throw new Inconclusive(`the ${name} differs from the records`, [], totalsCheck(differing));
}

/**
 * Rejects with `Inconclusive` if the range of an endpoint is broken, as the considered check reports, unless its
 * totals of closed days equal the records all the same.
 */
export async function tellsOfClosedDays(
  context: CheckContext,
  name: Party['name'],
  range: CheckId,
): Promise<void> {
  if (context.holds(range)) return;
  const compared = await comparison(context);
  const party = compared?.parties.find((one) => one.name === name);
  const shown = MEASURES.filter((measure) => party?.totals[measure] !== undefined);
  if (compared && shown.length > 0 && shown.every((measure) => agrees(compared, name, measure))) return;
  throw new Inconclusive(`the ${name} is not known to keep its range`, [], range);
}

const comparison = (context: CheckContext): Promise<Reconciliation | undefined> =>
  orUndefined(reconciliation(context, context));

function agrees({ parties, readings }: Reconciliation, name: Party['name'], measure: Measure): boolean {
  const party = parties.find((one) => one.name === name);
  return party?.totals[measure] !== undefined && !differs(readings, party, measure);
}
