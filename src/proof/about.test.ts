import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { bodyText, type Exchange } from '../vocabulary/exchange.ts';
import { runAgainst } from './against.ts';

/** Members, numbers and quotes that an `about` may name. */
const NAMED = /\b[a-z]+(?:_[a-z]+)+\b|\b\d+(?:\.\d+)+\b|`([^`]+)`|“([^”]+)”/g;

/** Names that are neither sent nor returned: omitted parts, possible violations, a section. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  'client/run-tools': ['2.2'],
  'request/accepts-no-limit': ['max_tokens', 'max_completion_tokens'],
  'reasoning/member': ['reasoning_content'],
  'completion/finish-reason-known': ['content_filter', 'function_call'],
  'completion/token-ids': ['token_ids', 'prompt_token_ids'],
  'billing/empty-wallet-usage': ['4.5'],
};

const checks = CHECKS.filter((check) => inProfile(check, 'standard'));
const { results, wire } = await runAgainst(checks, { changes: [], seed: 1 });

test('what a check says that it asks and looks at was asked, and came', () => {
  const absent: Record<string, string[]> = {};
  for (const { id, about } of checks) {
    const { evidence, verdict } = results.find((line) => line.id === id)!;
    // Nothing was asked: the clients of others are run for who wants them.
    if (verdict === 'not-applicable' && evidence.length === 0) continue;
    const text = evidence.map((exchange) => inFull(wire.exchange(exchange)!)).join('\n');
    const named = [...about.matchAll(NAMED)].map(([all, code, quoted]) =>
      (code ?? quoted ?? all).toLowerCase(),
    );
    const missing = [...new Set(named)].filter((word) => !text.includes(word));
    if (missing.length > 0) absent[id] = missing;
  }
  expect(absent).toEqual(ABSENT);
});

test('the key of every observation is words in lower case, joined by hyphens', () => {
  const keys = results.flatMap(({ observations }) => observations.map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(60);
  expect(keys.filter((key) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key))).toEqual([]);
});

/** All that was sent and came, in lower case. */
function inFull(exchange: Exchange): string {
  const { request, response } = exchange;
  const url = decodeURIComponent(request.url.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  const sent = `${request.method} ${url} ${JSON.stringify(request.headers)} ${Buffer.from(request.body).toString()}`;
  const came = response ? `${JSON.stringify(response.headers)} ${bodyText(exchange)}` : '';
  return `${sent} ${came}`.toLowerCase();
}
