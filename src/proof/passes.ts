import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Wire } from './wire.ts';

/** Checks that may pass on a changed response, the responses, and the reason. */
interface Exemption {
  checks: RegExp;
  rightOn(exchange: Exchange): boolean;
}

const isCompletion = ({ request }: Exchange) => request.method === 'POST';
const statusOf = ({ failure, response }: Exchange) => (failure ? 0 : (response?.status ?? 0));

const EXEMPTIONS: readonly Exemption[] = [
  // They compare sent with billed completions: a rejected completion was sent, and must not be billed.
  { checks: /^accounting\/|^isolation\/completions$/, rightOn: isCompletion },
  // Rejecting a parameter that names another organization is as correct as ignoring it (5.3).
  {
    checks: /^isolation\/[a-z]+-by-key-alone$/,
    rightOn: (e) => statusOf(e) >= 400 && statusOf(e) < 500,
  },
  // A filter that is rejected for the other key shows no foreign records, and a value may be unknown there (5.3).
  {
    checks: /^isolation\/stats$/,
    rightOn: (e) => statusOf(e) >= 400 && statusOf(e) < 500 && e.label.includes(' by '),
  },
  // The start of a response shows that the path exists; other checks judge truncated bodies.
  { checks: /^path\/(?:stats|summary|export)$/, rightOn: (e) => statusOf(e) === 0 },
  // Odd values may be accepted or rejected; no honest service accepts those that have to be rejected.
  {
    checks: /^usage\/[a-z]+-(?:stands-odd-values|refuses-[a-z-]+)$/,
    rightOn: (e) => statusOf(e) >= 400 && statusOf(e) < 500,
  },
  // Status and headers arrived: other checks judge the truncated body.
  {
    checks:
      /^request\/(?:accepts-|.+-at-(?:minimum|maximum)$)|^stream\/content-type$|^completion\/status-200$|^usage\/[a-z]+-(?:stands-odd-values|refuses-[a-z-]+)$/,
    rightOn: ({ failure, response }) => failure !== undefined && response?.status === 200,
  },
  // A key may be returned in any response, including errors and truncated ones: all are searched.
  { checks: /^auth\/key-never-returned$/, rightOn: () => true },
  // Empty stats are the reason why summary and export are compared with each other.
  {
    checks: /^usage\/totals-/,
    rightOn: (e) => statusOf(e) >= 400 && e.label === 'records without parameters',
  },
  // They are about the status of a rejection.
  { checks: /^status\/rate-limit$/, rightOn: (e) => statusOf(e) === 429 },
];

/**
 * Passes that depend on a response that the deviation changed for the worse: the honest service accepted the
 * request, this one rejected it, failed, or truncated the body. Such a response is no evidence for a pass. Returns
 * lines for people; empty if every pass is valid.
 */
export function spoiltPasses(results: readonly CheckLine[], wire: Wire, honest: Wire): string[] {
  return results.flatMap((line) => {
    if (line.verdict !== 'pass') return [];
    const exempt = EXEMPTIONS.filter(({ checks }) => checks.test(line.id));
    const spoilt = line.evidence.filter((id) => {
      const own = wire.exchange(id);
      return isSpoilt(own, wire.counterpart(id, honest)) && !exempt.some(({ rightOn }) => rightOn(own!));
    });
    if (spoilt.length === 0) return [];
    const example = wire.exchange(spoilt[0]!)!;
    const said = example.failure?.kind ?? example.response?.status;
    return [`${line.id} passes on ${spoilt.length} of ${line.evidence.length}: ${said} to ${example.label}`];
  });
}

/** Checks that a message names as a cause although they passed. */
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
  // A stream is complete with its [DONE], whatever happens to its body.
  if (own.failure && isTaken(own) && saidAll(own)) return false;
  return own.failure !== undefined || !isTaken(own);
}

function isTaken({ response }: Exchange): boolean {
  return response !== undefined && response.status < 400;
}

function saidAll({ response }: Exchange): boolean {
  return /^data:[ \t]?\[DONE\](?:\r\n|\r|\n){2}/m.test(Buffer.from(response!.body.bytes).toString('latin1'));
}
