import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

const MEMBERS = [
  ...['total_input_tokens', 'total_output_tokens', 'total_tokens', 'total_requests', 'unique_users'],
  ...['unique_models', 'unique_providers', 'api_usage', 'app_usage', 'date_range_days'],
];
const BODY = `${' '.repeat(2_000_000)}${JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, 0])))}`;

/** It is valid JSON that fits: nothing may be said of what is not held in memory. */
export const summaryOfTwoMegabytes: Hostile = {
  id: 'summary-of-two-megabytes',
  title: 'pads a valid summary to two megabytes',
  expects: summaryUndecided(
    /the body has 20\d+ bytes, and the 1048576 that are held in memory are not all of it/,
  ),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], BODY);
  },
};
