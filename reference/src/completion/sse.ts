import type { Behaviour } from '../behaviour.ts';
import type { Json } from '../completion-types.ts';
import type { ServiceRequest, Write } from '../message.ts';

/** Frames chunks as section 6 says: `data: <json>` and a blank line each, `data: [DONE]` at the end; one write an event. */
export function streamWrites(
  behaviour: Behaviour,
  chunks: readonly Json[],
  request: ServiceRequest,
): Write[] {
  const texts = chunks.map((chunk) => behaviour.serialize(JSON.stringify(chunk), chunk, 'chunk', request));
  const payloads = behaviour.payloads([...texts, '[DONE]'], request);
  const events = behaviour.events(
    payloads.map((payload) => `data: ${payload}\n\n`),
    payloads,
    request,
  );
  const writes = events.map((event) => ({ bytes: Buffer.from(event) }));
  return behaviour.writes(writes, request);
}
