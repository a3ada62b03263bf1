import { schemaOf } from '../contract/schemas.ts';
import { bodyText, type Exchange, isSuccess } from '../vocabulary/exchange.ts';
import { withPlainWords } from '../vocabulary/json-text.ts';
import { isWebPage } from './refusal.ts';

/** The usage endpoints, by the last part of their paths. */
export type UsageEndpoint = 'stats' | 'summary' | 'export';

/** Members that identify usage data anywhere; ids and dates may occur in other data. */
const TELLING = [...membersOf('usage-record'), ...membersOf('usage-summary')].filter(
  (name) => !['id', 'model', 'source', 'date'].includes(name),
);
const MEMBER = new RegExp(`"(?:${TELLING.join('|')})"\\s*:`);

function membersOf(schema: 'usage-record' | 'usage-summary'): string[] {
  return Object.keys(schemaOf(schema).properties ?? {});
}

/** Whether a response with status 2xx contains usage: a member of 2.8 or 2.9 at any depth, or rows of an export. */
export function looksLikeUsage(endpoint: UsageEndpoint, exchange: Exchange): boolean {
  if (!isSuccess(exchange) || isWebPage(exchange)) return false;
  const text = withPlainWords(bodyText(exchange));
  if (MEMBER.test(text)) return true;
  return endpoint === 'export' && !isJson(text) && /\n[^\n]*\d/.test(text);
}

/**
 * Why a response to a valid request is not from this endpoint, in a few words; undefined if it is. An empty list
 * and an export without rows count, since there may be no usage.
 */
export function unlikeItself(endpoint: UsageEndpoint, exchange: Exchange): string | undefined {
  const status = exchange.response?.status;
  if (!isSuccess(exchange)) return `status ${status ?? 'none'}`;
  if (isWebPage(exchange)) return `status ${status} with a web page`;
  const text = withPlainWords(bodyText(exchange));
  // The stored part of a large body may end before its first member.
  if (exchange.response?.body.whole === false) return undefined;
  if (MEMBER.test(text) || (endpoint !== 'summary' && /\[\s*\]/.test(text))) return undefined;
  if (endpoint === 'export') return isJson(text) ? `status ${status} with JSON without usage` : undefined;
  return `status ${status} without any member of section ${endpoint === 'stats' ? '2.8' : '2.9'}`;
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
