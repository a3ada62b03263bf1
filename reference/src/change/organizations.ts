import type { Change } from '../behaviour.ts';
import type { ServiceRequest } from '../message.ts';
import type { UsageQuery } from '../usage-record.ts';
import { asked, type UsageEndpoint } from './usage.ts';

/** The other one of the two organizations with usage; the account between them has none. */
export const otherThan = ({ organization }: UsageQuery, all: readonly string[]): string =>
  all[all[0] === organization ? 2 : 0]!;

/** Whether a range is requested, whatever the default is. */
export const isDated = ({ query }: ServiceRequest): boolean =>
  [...query.values()].some((value) => /\d{4}-?\d\d-?\d\d/.test(value));

/**
 * A change that knows the organizations of all accounts, in order: two users of the first organization come before
 * the second one. The list is filled on demand.
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

/** A name under which services take an organization. */
const ORGANIZATION = 'organization_id';

/**
 * Accepts that name in a query of these endpoints, as one more parameter of the contract, and rejects all other
 * unknown ones. `shown` selects the usage that the query returns: of the named organization, of the key's, or of
 * all.
 */
export const knowsOneName =
  (
    endpoints: readonly UsageEndpoint[],
    shown: (named: string, own: string, all: readonly string[]) => string,
  ): Change =>
  (before) => {
    const wishes = new WeakMap<ServiceRequest, string>();
    const known = knowingOrganizations((all) =>
      asked(endpoints, (query, request) => {
        const named = wishes.get(request);
        return named === undefined
          ? query
          : { ...query, organization: shown(named, query.organization, all) };
      }),
    )(before);
    return {
      ...known,
      unknownParameters: 'refuse',
      authenticate: (found, request, accounts) => {
        const wish = request.query.get(ORGANIZATION);
        if (wish !== null && endpoints.some((endpoint) => endpoint === request.endpoint)) {
          request.query.delete(ORGANIZATION);
          wishes.set(request, wish);
        }
        return (known.authenticate ?? before.authenticate)(found, request, accounts);
      },
    };
  };
