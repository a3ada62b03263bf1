import type { Change } from '../behaviour.ts';

/**
 * A change that knows the organizations of all accounts, in their order: two users of the first organization come before
 * the second one. The list is filled when somebody asks.
 */
export function knowingOrganizations(make: (all: readonly string[]) => Change): Change {
  return (before) => {
    const all: string[] = [];
    return {
      ...make(all)(before),
      authenticate: (found, request, accounts) => {
        all.splice(0, all.length, ...accounts.map((account) => account.organization));
        return before.authenticate(found, request, accounts);
      },
    };
  };
}
