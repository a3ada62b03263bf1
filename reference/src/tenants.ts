import { uuid, word } from './chance.ts';

/** A person who uses the service. */
export interface User {
  id: string;
  email: string;
}

/** A customer: its users, and what is left in its wallet at first. */
export interface Organization {
  id: string;
  name: string;
  users: User[];
  balanceUsd: number;
}

/** A key and whose it is. */
export interface Key {
  key: string;
  organization: string;
  user: string;
  email: string;
}

/** Names of the organizations, by their part in a run. */
export const NAMES = { main: 'Meridian', emptyWallet: 'Penniless', otherOrganization: 'Antipode' } as const;

const EMAILS = [
  'ada@example.com',
  "b.o'neill@example.com",
  '"lovelace, countess"@example.com',
  'zoë@bücher.example',
  '李雷@例え.example',
  'grace+batch@example.com',
  'mikhail@пример.example',
];

/** The organizations and keys of a service: they follow from the seed. `users` is how many the first one has at least. */
export function tenants(seed: number, users: number): { organizations: Organization[]; keys: Key[] } {
  const organization = (name: string, emails: string[], balanceUsd: number): Organization => ({
    id: uuid(`${seed} organization ${name}`),
    name,
    users: emails.map((email) => ({ id: uuid(`${seed} user ${email}`), email })),
    balanceUsd,
  });
  const more = Array.from(
    { length: Math.max(0, users - EMAILS.length) },
    (_, i) => `user${i + 1}@example.com`,
  );
  const organizations = [
    organization(NAMES.main, [...EMAILS, ...more], 1_000),
    organization(NAMES.emptyWallet, ['till@example.net'], 0),
    organization(NAMES.otherOrganization, ['nia@example.org', 'oscar@example.org'], 1_000),
  ];
  const keys = organizations.map((owner): Key => {
    const user = owner.users[0]!;
    const key = `sk-${owner.name.toLowerCase()}-${word(`${seed} key ${owner.name}`, 32)}`;
    return { key, organization: owner.id, user: user.id, email: user.email };
  });
  return { organizations, keys };
}
