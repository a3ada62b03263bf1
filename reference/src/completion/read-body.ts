import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../message.ts';
import { Refused } from '../refusal.ts';

// A byte-order mark before JSON is ignored, as RFC 8259, section 8.1 allows.
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Maximum size of a body; the contract does not state one. */
export const LARGEST_BODY = 32 * 1024 * 1024;

/** Maximum nesting depth. */
const DEEPEST = 256;

const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] =
  Buffer.from('"\\{}[]');

/** The body as a JSON value. Throws `Refused` for invalid JSON (400, spec 7.3). */
export function readBody(behaviour: Behaviour, request: ServiceRequest): unknown {
  if (request.body.byteLength > LARGEST_BODY) throw unparsable('The body is larger than this service takes.');
  const text = behaviour.bodyText(decode(request.body), request);
  if (text === undefined) throw unparsable('The body is not valid UTF-8.');
  if (text.trim() === '') throw unparsable('The body is empty; a JSON object was expected.');
  if (tooDeep(text)) throw unparsable(`The body is nested more than ${DEEPEST} levels.`);
  try {
    return JSON.parse(text);
  } catch {
    throw unparsable('The body could not be parsed as JSON.');
  }
}

/** Unlimited nesting would exhaust the stack of recursive functions (RFC 8259, section 9). */
function tooDeep(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) quoted = !quoted;
    else if (quoted) i += unit === BACKSLASH ? 1 : 0;
    else if (unit === OPENING_BRACE || unit === OPENING_BRACKET) depth++;
    else if (unit === CLOSING_BRACE || unit === CLOSING_BRACKET) depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function unparsable(message: string): Refused {
  return new Refused({
    reason: 'unparsable',
    message,
    violations: [{ pointer: '', keyword: 'syntax', message }],
  });
}
