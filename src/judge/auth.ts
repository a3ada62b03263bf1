import type { Finding } from '../vocabulary/check.ts';
import { bodyText, type Exchange, isClientError, isSuccess, mediaType } from '../vocabulary/exchange.ts';
import { saysTooFast } from '../vocabulary/limit-words.ts';
import { finding } from './finding.ts';
import { gatewayRefused } from './refusal.ts';

/** A request without a valid key, and the same with the valid key, sent afterwards. */
export interface Refusal {
  probe: Exchange;
  control: Exchange;
  /** An accepted request, repeated on a separate connection. */
  apart?: Exchange;
}

/** 5.4, 7.1 on the completion endpoint: the status is 401 exactly. */
export function refusedWith401(evidence: Refusal): readonly Finding[] {
  return judge(evidence, 'status 401 (Authentication Fails)', (status, probe) => {
    if (status === 401) return undefined;
    return { ...(gatewayRefused(probe) ? { as: 'inconclusive' } : {}) };
  });
}

/**
 * 5.4, 4.5 on a usage endpoint: any 4xx, since the contract does not show the number. With any status, no usage is
 * returned.
 */
export function refusedByUsage(evidence: Refusal): readonly Finding[] {
  const { probe } = evidence;
  if (isClientError(probe) && showsUsage(probe)) {
    const expected = `${REFUSED}, without usage in its body`;
    const actual = `status ${probe.response?.status} with usage in its body`;
    return [finding(probe, expected, actual, 'body', { breach: 'unlocked' })];
  }
  return judge(evidence, REFUSED, (status, _, control) => {
    if (status < 400 || status >= 500) return {};
    // Another 4xx that the valid key gets too, or that mentions the pace, says nothing about keys.
    const isOfKeys = status === 401 || status === 403;
    return isOfKeys || (status !== control.response?.status && !saysTooFast(probe)) ? undefined : {};
  });
}

const REFUSED = 'a 4xx rejection (Authentication Fails)';

/**
 * A client expects 401 or 403 for a failed authentication: one finding for all responses of the usage endpoints.
 * Judges several responses that were identified as rejections.
 */
export function refusedWithUsualStatus(refusals: readonly Refusal[]): readonly Finding[] {
  const odd = refusals.filter(({ probe }) => ![401, 403].includes(probe.response?.status ?? 0));
  if (odd.length === 0) return [];
  const statuses = [...new Set(odd.map(({ probe }) => probe.response?.status))].join(', ');
  const shown = odd.map(({ probe }) => probe);
  const expected = 'status 401 or 403 for a missing or invalid key';
  const actual = `status ${statuses} for ${odd.length} of ${refusals.length} such requests`;
  return [finding(shown, expected, actual, 'status', { breach: 'other-refusal' })];
}

/** 5.1: the valid key in a form other than `Bearer <API_KEY>` is rejected with any 4xx. */
export function refusedForItsForm(evidence: Refusal): readonly Finding[] {
  return judge(evidence, 'a 4xx rejection', (status) => (status >= 400 && status < 500 ? undefined : {}));
}

/**
 * 4.1, 6, 7.1: a streaming request without a valid key is rejected by its status. Only a stream with an error is
 * reported here: a stream with a completion means that the key was not checked.
 */
export function refusedBeforeTheStream({ probe }: Refusal): readonly Finding[] {
  if (!isErrorStream(probe)) return [];
  const expected = 'status 401 (Authentication Fails) and no event stream';
  const actual = `status ${probe.response?.status} with an event stream that reports the error`;
  return [finding(probe, expected, actual, 'status')];
}

/** Whether a 2xx response is an event stream without any choice: an error in disguise. */
export function isErrorStream(exchange: Exchange): boolean {
  return (
    isSuccess(exchange) &&
    mediaType(exchange) === 'text/event-stream' &&
    !/"choices"/.test(bodyText(exchange))
  );
}

/** Why it was accepted, if not on a separate connection. */
const onUsedConnection = ({ response }: Exchange) =>
  ` on a connection that the valid key used before; on a new connection status ${response?.status}`;

type Lowered = { as?: 'warn' | 'inconclusive' };

/** Combines a verdict on the probe's status with the control's state. */
function judge(
  { probe, control, apart }: Refusal,
  expected: string,
  breach: (status: number, probe: Exchange, control: Exchange) => Lowered | undefined,
): readonly Finding[] {
  const status = probe.response?.status ?? 0;
  const actual = `status ${status}${mediaType(probe) ? ` ${mediaType(probe)}` : ''}`;
  // Accepted access counts, whatever the control shows.
  if (status >= 200 && status < 300) {
    const told = apart && isClientError(apart) ? onUsedConnection(apart) : '';
    const shown = [probe, control, ...(apart && told ? [apart] : [])];
    return [finding(shown, expected, `${actual}: accepted${told}`, 'status', { breach: 'unlocked' })];
  }
  const known = control.response?.status ?? 0;
  if (known === 401 || known === 403 || known === 423) {
    const wanted = `the valid key is accepted afterwards, so that the key explains ${expected}`;
    const locked = `status ${known} for the valid key too: locked out?`;
    return [finding([control, probe], wanted, locked, 'status', { as: 'inconclusive' })];
  }
  const found = breach(status, probe, control);
  if (found === undefined) return [];
  // An endpoint that treats everyone alike is broken by itself, and another check reports it.
  if (known >= 300 && known === status) found.as = 'inconclusive';
  // A response that says "too many requests" says nothing about its key.
  else if (isClientError(probe) && saysTooFast(probe)) found.as = 'inconclusive';
  else if (status >= 300 && status < 400) found.as = 'warn';
  return [finding([probe, control], expected, actual, 'status', found)];
}

/** Counts that a record of usage (2.8) and a summary (2.9) have together; messages about limits have fewer. */
const TELLING = ['input_tokens', 'output_tokens', 'total_requests'];

/** Counts in a row of the export, and rows that are examined. */
const COUNTS = 3;
const ROWS = 20;
/** Lines that are searched for the header: a caption may precede it. */
const CAPTIONS = 6;

/** Media types of prose. An export may have any other one: its type is open (4.4). */
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * Whether the body of a response contains usage, whatever its status: a record (2.8), a summary (2.9) that is not
 * all zeros, or a row of an export below a header with tokens (4.4). An error has none of them.
 */
export function showsUsage(exchange: Exchange): boolean {
  const text = bodyText(exchange);
  const holds = (digits: string) => (name: string) =>
    new RegExp(`"(?:total_)?${name}"\\s*:\\s*${digits}`).test(text);
  if (TELLING.every(holds('\\d'))) return TELLING.some(holds('[1-9]'));
  return !/^\s*[[{]/.test(text) && !PAGES.has(mediaType(exchange) ?? '') && showsRows(text);
}

/** A line that declares the delimiter for spreadsheets. */
const SEPARATOR = /^\ufeff?"?sep=/i;

function showsRows(text: string): boolean {
  // In UTF-16, every other byte of relevant text is zero.
  const lines = text.replaceAll('\0', '').split(/\r\n|\r|\n/);
  const told = lines.filter((line) => line.trim() !== '' && !SEPARATOR.test(line));
  const titles = told
    .slice(0, CAPTIONS)
    .findIndex((line) => /tokens/i.test(line) && fields(line).length > COUNTS);
  const counts = (line: string) => fields(line).filter((field) => /^\s*"?\d+"?\s*$/.test(field)).length;
  return titles >= 0 && told.slice(titles + 1, titles + 1 + ROWS).some((row) => counts(row) >= COUNTS);
}

const fields = (line: string) => line.split(/[,;\t|]/);
