import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Wire } from './wire.ts';

/**
 * What these say is said of every answer, refusals included: what was counted, returned, shown to whom, limited; and that
 * unusual values of a parameter bring no server error (those that have to be refused are taken by no honest service).
 */
const OF_ANY_ANSWER =
  /^(?:accounting\/.*|isolation\/(?:completions|[a-z]+-by-key-alone)|path\/.*|usage\/[a-z]+-(?:stands-odd-values|refuses-[a-z-]+)|auth\/key-never-returned|status\/(?:named|rate-limit))$/;

/**
 * Passes that rest on an answer which the deviation spoilt: where the honest service took the request, this one refused
 * it, failed, or broke off. Such an answer may be met on the way to a pass; it is no evidence of one. Gives lines for
 * people; empty when every pass stands.
 */
export function spoiltPasses(results: readonly CheckLine[], wire: Wire, honest: Wire): string[] {
  return results.flatMap((line) => {
    if (line.verdict !== 'pass' || OF_ANY_ANSWER.test(line.id)) return [];
    const spoilt = line.evidence.filter((id) => isSpoilt(wire.exchange(id), wire.counterpart(id, honest)));
    if (spoilt.length === 0) return [];
    const example = wire.exchange(spoilt[0]!)!;
    const said = example.failure?.kind ?? example.response?.status;
    return [`${line.id} passes on ${spoilt.length} of ${line.evidence.length}: ${said} to ${example.label}`];
  });
}

/** Checks to which a message points although they passed: a cause that held explains nothing. */
export function falseCauses(results: readonly CheckLine[]): string[] {
  const passed = new Set<string>(results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  return results.flatMap(({ id, message }) =>
    [...message.matchAll(/\b[a-z][a-z-]*\/[a-z][\w-]*/g)]
      .filter(([named]) => named !== id && passed.has(named))
      .map(([named]) => `${id} points to ${named}, which passed`),
  );
}

function isSpoilt(own: Exchange | undefined, honest: Exchange | undefined): boolean {
  // After a retry the same turn may be another request.
  if (!own || honest?.label !== own.label || honest.failure || !isTaken(honest)) return false;
  return own.failure !== undefined || !isTaken(own);
}

function isTaken({ response }: Exchange): boolean {
  return response !== undefined && response.status < 400;
}
