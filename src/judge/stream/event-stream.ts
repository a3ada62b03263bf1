import type { Finding } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { mediaType } from '../../vocabulary/exchange.ts';
import { finding, quote } from '../finding.ts';
import type { ParsedStream } from '../parsed-stream.ts';
import { STATED_FRAMING } from './framing-rules.ts';

/** The content type of a stream is text/event-stream, parameters allowed. */
export function eventStreamType({ exchange }: { exchange: ParsedStream['exchange'] }): readonly Finding[] {
  const type = mediaType(exchange);
  if (type === 'text/event-stream') return [];
  const actual = type === '' ? 'none' : quote(type);
  return [finding(exchange, 'content type text/event-stream', actual, 'header content-type')];
}

/**
 * The rules for a compressed stream: its framing, its content type, and its end. Rules that the uncompressed stream
 * also violates (`known`, the checks that report them) do not count.
 */
export function keepsFraming(reading: ParsedStream & { known?: readonly CheckId[] }): readonly Finding[] {
  const { exchange } = reading;
  if (exchange.failure) {
    const place = `byte ${exchange.response?.body.size ?? 0}`;
    return [finding(exchange, 'a complete compressed stream', exchange.failure.message, place)];
  }
  const toKeep = STATED_FRAMING.filter(({ id }) => !reading.known?.includes(id));
  const type = reading.known?.includes('stream/content-type') ? [] : eventStreamType(reading);
  const found = [...type, ...toKeep.flatMap(({ judge }) => judge(reading))][0];
  return found ? [{ ...found, expected: `with compression allowed: ${found.expected}` }] : [];
}
