import type { Verdict } from '../vocabulary/verdict.ts';
import type { ReportCause, ReportCheck } from './model.ts';

/** The part of a check that explains its state. */
export type Blockable = Pick<ReportCheck, 'id' | 'verdict' | 'blockedBy'>;

/** Verdicts that may block others; a passed check never does. */
const MAY_BLOCK: ReadonlySet<Verdict> = new Set<Verdict>([
  'fail',
  'warn',
  'inconclusive',
  'error',
  'not-applicable',
]);
const BLOCKED: ReadonlySet<Verdict> = new Set<Verdict>(['inconclusive', 'not-applicable']);

/**
 * The check at the root of the chain of blocking checks. `undefined` if the check is decided, or inconclusive for
 * an independent cause: the check that it names passed, or did not run. In a cycle of checks, the first by name is
 * the root of the others.
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

/** The checks with `blockedBy` resolved to its root, or removed if there is none. */
export function withRootCauses<C extends Blockable>(checks: readonly C[]): C[] {
  const byId = new Map<string, Blockable>(checks.map((check) => [check.id, check]));
  return checks.map((check) => {
    const { blockedBy: _, ...rest } = check;
    const root = rootCause(check, byId);
    return (root === undefined ? rest : { ...rest, blockedBy: root }) as C;
  });
}

/** The blocking checks, the one that blocks most first; of checks whose `blockedBy` is already the root. */
export function causesOf(checks: readonly Blockable[]): ReportCause[] {
  const blocked = checks.filter((check) => check.blockedBy !== undefined);
  return [...Map.groupBy(blocked, (check) => check.blockedBy!)]
    .map(([check, members]) => ({ check, blocks: members.map((member) => member.id) }))
    .sort((a, b) => b.blocks.length - a.blocks.length || (a.check < b.check ? -1 : 1));
}
