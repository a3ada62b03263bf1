import type { UsageRecord, UsageSummary } from '../usage-record.ts';

/** Sums of two of a kind, in these members; the rest is that of the first. */
const summed =
  <T>(members: readonly (keyof T & string)[]) =>
  (one: T, other: T): T => ({
    ...one,
    ...Object.fromEntries(members.map((member) => [member, Number(one[member]) + Number(other[member])])),
  });

/** A record that counts what both count. */
export const recordsTogether = summed<UsageRecord>([
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'total_requests',
]);

/** A summary of the tokens and requests of both. */
export const totalsTogether = summed<UsageSummary>([
  'total_input_tokens',
  'total_output_tokens',
  'total_tokens',
  'total_requests',
]);
