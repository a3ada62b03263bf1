import type { Check, FactName, Finding } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';

/** The results of the checks that own facts; undefined if a check was not selected. */
export type Facts = ReadonlyMap<FactName, CheckLine | undefined>;

/** Whether the owner's result means that a fact is broken: checks that depend on the fact are then inconclusive. */
function isBroken(owner: CheckLine | undefined): boolean {
  return owner !== undefined && ['fail', 'inconclusive', 'error'].includes(owner.verdict);
}

/** The result of a check that a broken fact blocks, whatever it would send. */
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

/**
 * Whether a fact is broken. The check must name the fact, so that the graph of facts is known without running
 * anything.
 */
export function isFactBroken(fact: FactName, facts: Facts): boolean {
  if (!facts.has(fact)) throw new Error(`the check looks at the fact ${fact} and does not name it`);
  return isBroken(facts.get(fact));
}

/** A finding that depends on a broken fact makes its check inconclusive instead of failed. */
export function attributedFinding(finding: Finding, facts: Facts): Finding {
  const blockedBy = finding.restsOn?.find((fact) => isFactBroken(fact, facts));
  return blockedBy === undefined ? finding : { ...finding, as: 'inconclusive', blockedBy };
}

/** Possible causes of an inconclusive check that it does not name, the likeliest first. */
export type Suspects = ReadonlyMap<string, readonly FactName[]>;

/** Inconclusive results without a known cause, attributed to the first broken one of their suspects. */
export function attributedToSuspects(lines: ReadonlyMap<string, CheckLine>, suspects: Suspects): CheckLine[] {
  return [...suspects].flatMap(([id, facts]) => {
    const line = lines.get(id);
    const blockedBy = facts.find((fact) => fact !== id && isBroken(lines.get(fact)));
    const isOpen = line?.verdict === 'inconclusive' && line.blockedBy === undefined;
    return isOpen && blockedBy !== undefined ? [{ ...line, blockedBy }] : [];
  });
}
