import type { Check, FactName, Finding } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';

/** The results of the checks that own facts; undefined for one that was not selected. */
export type Facts = ReadonlyMap<FactName, CheckLine | undefined>;

/** Whether the result of its owner leaves a fact broken: nothing that rests on it is decided. */
function isBroken(owner: CheckLine | undefined): boolean {
  return owner !== undefined && ['fail', 'inconclusive', 'error'].includes(owner.verdict);
}

/** The result of a check that says nothing whatever it asks, because of a fact that it rests on. */
export function attributedCheck(
  { restsOn = [] }: Check,
  facts: Facts,
): Pick<CheckLine, 'verdict' | 'message' | 'blockedBy'> | undefined {
  for (const fact of restsOn) {
    const owner = facts.get(fact);
    const isAbsent = owner?.verdict === 'not-applicable';
    if (!owner || !(isAbsent || isBroken(owner))) continue;
    const message = `blocked by ${fact} (${owner.verdict})`;
    return { verdict: isAbsent ? 'not-applicable' : 'inconclusive', message, blockedBy: fact };
  }
  return undefined;
}

/** Whether a fact is broken; the check must name the fact, so that the graph of facts is known without running anything. */
export function isFactBroken(fact: FactName, facts: Facts): boolean {
  if (!facts.has(fact)) throw new Error(`the check looks at the fact ${fact} and does not name it`);
  return isBroken(facts.get(fact));
}

/** A finding that rests on a broken fact leaves its check undecided instead of accusing. */
export function attributedFinding(finding: Finding, facts: Facts): Finding {
  const blockedBy = finding.restsOn?.find((fact) => isFactBroken(fact, facts));
  return blockedBy === undefined ? finding : { ...finding, as: 'inconclusive', blockedBy };
}

/** Checks that an undecided check may owe it to, the likeliest first, though it does not name them. */
export type Suspects = ReadonlyMap<string, readonly FactName[]>;

/** Results that are undecided for no known reason, attributed to the first of their suspects that is broken. */
export function attributedToSuspects(lines: ReadonlyMap<string, CheckLine>, suspects: Suspects): CheckLine[] {
  return [...suspects].flatMap(([id, facts]) => {
    const line = lines.get(id);
    const blockedBy = facts.find((fact) => fact !== id && isBroken(lines.get(fact)));
    const isOpen = line?.verdict === 'inconclusive' && line.blockedBy === undefined;
    return isOpen && blockedBy !== undefined ? [{ ...line, blockedBy }] : [];
  });
}
