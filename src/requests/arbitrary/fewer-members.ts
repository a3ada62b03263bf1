import type { Json } from '../edit.ts';
import { groupsWithout } from './other-members.ts';
import type { Violation } from './violation.ts';

/**
 * A wrongly answered request without its irrelevant members: half of the remaining ones are removed, then the other
 * half, then smaller parts. Correct rejections are free.
 */
export async function withFewerMembers(
  violation: Violation,
  isRight: (smaller: Violation) => Promise<boolean>,
): Promise<Violation> {
  let smallest = violation;
  let company = companyIn(violation);
  for (let parts = 2; company.length > 0 && parts <= 2 * company.length; ) {
    const size = Math.ceil(company.length / parts);
    let isSmaller = false;
    for (let from = 0; from < company.length; from += size) {
      const away = company.slice(from, from + size);
      const smaller = without(smallest, away.flat());
      if (await isRight(smaller)) continue;
      smallest = smaller;
      company = company.filter((names) => !away.includes(names));
      isSmaller = true;
      break;
    }
    parts = isSmaller ? 2 : size === 1 ? Number.POSITIVE_INFINITY : 2 * parts;
  }
  return smallest;
}

/** Removable members in addition to the violation, grouped by dependency. */
function companyIn({ constraint, body }: Violation): string[][] {
  const kept = ['model', 'messages', 'max_tokens', 'max_completion_tokens', constraint.path[0]!];
  const names = Object.keys(body).filter((name) => !kept.includes(name));
  return groupsWithout(names, constraint.path[0]!);
}

function without({ body, base, ...rest }: Violation, names: readonly string[]): Violation {
  const left = (json: Json) =>
    Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
  return { ...rest, body: left(body), base: left(base) };
}
