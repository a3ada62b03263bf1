import type { Verdict } from '../vocabulary/verdict.ts';
import type { ReportCause, ReportCheck } from './model.ts';

/** What a check says about why it is as it is. */
export type Blockable = Pick<ReportCheck, 'id' | 'verdict' | 'blockedBy'>;

/** Verdicts that may leave others undecided; a check that holds never does. */
const MAY_BLOCK: ReadonlySet<Verdict> = new Set<Verdict>([
  'fail',
  'warn',
  'inconclusive',
  'error',
  'not-applicable',
]);
const BLOCKED: ReadonlySet<Verdict> = new Set<Verdict>(['inconclusive', 'not-applicable']);

/**
 * The check that is in truth to blame for one that is not decided: the end of the chain of those that block each other.
 * `undefined` when the check is decided, or undecided for a reason of its own: what it names holds, or was not run. Of
 * checks that block each other in a ring, the first by name answers for the others.
 */
function rootCause(check: Blockable, byId: ReadonlyMap<string, Blockable>): string | undefined {
  const chain: string[] = [check.id];
  let at = check;
  while (BLOCKED.has(at.verdict) && at.blockedBy !== undefined) {
    const next = byId.get(at.blockedBy);
    if (!next || !MAY_BLOCK.has(next.verdict)) break;
    const met = chain.indexOf(next.id);
    if (met >= 0) {
      const [first] = chain.slice(met).sort();
      return first === check.id ? undefined : first;
    }
    chain.push(next.id);
    at = next;
  }
  return at === check ? undefined : at.id;
}

/** The checks with `blockedBy` followed to its root, and left out where nothing is to blame. */
export function withRootCauses<C extends Blockable>(checks: readonly C[]): C[] {
  const byId = new Map<string, Blockable>(checks.map((check) => [check.id, check]));
  return checks.map((check) => {
    const { blockedBy: _, ...rest } = check;
    const root = rootCause(check, byId);
    return (root === undefined ? rest : { ...rest, blockedBy: root }) as C;
  });
}

/** What blocks undecided checks, the one that blocks most first; of checks whose `blockedBy` is the root already. */
export function causesOf(checks: readonly Blockable[]): ReportCause[] {
  const blocked = checks.filter((check) => check.blockedBy !== undefined);
  return [...Map.groupBy(blocked, (check) => check.blockedBy!)]
    .map(([check, members]) => ({ check, blocks: members.map((member) => member.id) }))
    .sort((a, b) => b.blocks.length - a.blocks.length || (a.check < b.check ? -1 : 1));
}
