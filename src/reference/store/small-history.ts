import type { UsageQuery } from '../usage/record.ts';
import type { Row } from './rows.ts';
import type { Sums } from './usage-store.ts';

/** Whether a row of the asking organization belongs to the answer, its page aside. */
export function matches(row: Row, { firstDay, lastDay, model, provider, source }: UsageQuery): boolean {
  const [, , , , itsModel, itsProvider, itsSource, , , , day] = row;
  return (
    (firstDay === undefined || day >= firstDay) &&
    (lastDay === undefined || day <= lastDay) &&
    (model === undefined || itsModel === model) &&
    (provider === undefined || itsProvider === provider) &&
    (source === undefined || itsSource === source)
  );
}

/** What rows add up to. */
export function sumsOf(rows: readonly Row[]): Sums {
  const users = new Set<number>();
  const models = new Set<string>();
  const providers = new Set<string>();
  const sums: Sums = {
    input: 0,
    output: 0,
    requests: 0,
    users: 0,
    models: 0,
    providers: 0,
    api: 0,
    app: 0,
    first: null,
    last: null,
  };
  for (const [, user, , , model, provider, source, input, output, requests, day] of rows) {
    sums.input += input;
    sums.output += output;
    sums.requests += requests;
    if (source === 'api') sums.api += requests;
    if (source === 'app') sums.app += requests;
    users.add(user);
    models.add(model);
    providers.add(provider);
    sums.first = Math.min(sums.first ?? day, day);
    sums.last = Math.max(sums.last ?? day, day);
  }
  return { ...sums, users: users.size, models: models.size, providers: providers.size };
}
