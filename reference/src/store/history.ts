import type { DatabaseSync } from 'node:sqlite';
import { DAY } from '../calendar.ts';
import { PAST_MODELS } from '../catalogue.ts';
import { chance } from '../chance.ts';
import type { Organization, User } from '../tenants.ts';
import { createNames } from './names.ts';

const SOURCES = ['api', 'app'] as const;
/** Interval of days without usage. */
const QUIET = 7;

interface Combination {
  user: User;
  model: string;
  provider: string;
  source: string;
}

/**
 * Writes exactly `records` daily records that end the day before `today`, over at least 40 days (and up to two years
 * when there are many). Some days stay empty. Each combination of user, model, provider and source comes at most once a
 * day. The same seed gives the same records.
 */
export function writeHistory(
  database: DatabaseSync,
  organization: Organization,
  { seed, records, today }: { seed: number; records: number; today: number },
): void {
  if (records === 0) return;
  const random = chance(`${seed} history`);
  const combinations = combinationsOf(organization.users);
  const days = workdays(today, records);
  const insert = database.prepare(
    `INSERT INTO usage (org, user, email, model, model_provider, source, input_tokens, output_tokens,
      total_requests, date, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const names = createNames(database);
  const org = names.numberOf(organization.id);
  const numbers = new Map(organization.users.map((user) => [user.id, names.numberOf(user.id)]));
  let left = records;
  for (const [i, day] of days.entries()) {
    const share = Math.ceil(left / (days.length - i));
    const start = Math.floor(random() * combinations.length);
    for (let k = 0; k < share; k++) {
      const { user, model, provider, source } = combinations[(start + k) % combinations.length]!;
      const requests = 1 + Math.floor(random() * 40);
      const input = requests * (20 + Math.floor(random() * 900));
      const output = requests * (5 + Math.floor(random() * 300));
      const at = day * DAY + Math.floor(random() * DAY);
      insert.run(
        org,
        numbers.get(user.id)!,
        user.email,
        model,
        provider,
        source,
        input,
        output,
        requests,
        day,
        at,
      );
    }
    left -= share;
  }
}

/** In an order that mixes them, so that a few neighbours already differ in every respect. */
function combinationsOf(users: readonly User[]): Combination[] {
  const all = users.flatMap((user) =>
    PAST_MODELS.flatMap(([model, provider]) => SOURCES.map((source) => ({ user, model, provider, source }))),
  );
  const stride = coprime(Math.floor(all.length * 0.382) + 1, all.length);
  return all.map((_, i) => all[(i * stride) % all.length]!);
}

function coprime(from: number, size: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let candidate = from;
  while (divisor(candidate, size) !== 1) candidate++;
  return candidate;
}

function workdays(today: number, records: number): number[] {
  const span = Math.min(730, Math.max(45, Math.ceil(records / 40)));
  const days = Array.from({ length: span }, (_, i) => today - span + i);
  // The first and the last day always have records: history ends yesterday and reaches back the whole span.
  return days.filter((day, i) => i === 0 || i === span - 1 || day % QUIET !== 0);
}
