import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Wire } from './wire.ts';

/** Checks whose pass may rest on an answer that was spoilt, on which answers, and why that is no pass on nothing. */
interface Exemption {
  checks: RegExp;
  rightOn(exchange: Exchange): boolean;
}

const isCompletion = ({ request }: Exchange) => request.method === 'POST';
const statusOf = ({ failure, response }: Exchange) => (failure ? 0 : (response?.status ?? 0));

const EXEMPTIONS: readonly Exemption[] = [
  // They count what was sent beside what was billed: a completion that was refused was sent, and has to be billed nowhere.
  { checks: /^accounting\/|^isolation\/completions$/, rightOn: isCompletion },
  // Refusing a parameter that names another organization is as right as ignoring it (5.3).
  {
    checks: /^isolation\/[a-z]+-by-key-alone$/,
    rightOn: (e) => statusOf(e) >= 400 && statusOf(e) < 500,
  },
  // A filter that is refused to the other key shows nobody's records, and a value may be unknown there (5.3).
  {
    checks: /^isolation\/stats$/,
    rightOn: (e) => statusOf(e) >= 400 && statusOf(e) < 500 && e.label.includes(' by '),
  },
  // That an answer begins shows that something is there; where it breaks off is judged by those who read bodies.
  { checks: /^path\/(?:stats|summary|export)$/, rightOn: (e) => statusOf(e) === 0 },
  // Of odd and unusual values it is open whether they are taken; those that have to be refused no honest service takes.
  {
    checks: /^usage\/[a-z]+-(?:stands-odd-values|refuses-[a-z-]+)$/,
    rightOn: (e) => statusOf(e) >= 400 && statusOf(e) < 500,
  },
  // Status and headers came: the body, which then broke off, is judged by those who read it.
  {
    checks:
      /^request\/(?:accepts-|.+-at-(?:minimum|maximum)$)|^stream\/content-type$|^completion\/status-200$|^usage\/[a-z]+-(?:stands-odd-values|refuses-[a-z-]+)$/,
    rightOn: ({ failure, response }) => failure !== undefined && response?.status === 200,
  },
  // A key may come back in every answer, a refusal or the beginning of one included: all are looked through.
  { checks: /^auth\/key-never-returned$/, rightOn: () => true },
  // That the stats show nothing is why summary and export are held against each other.
  {
    checks: /^usage\/totals-/,
    rightOn: (e) => statusOf(e) >= 400 && e.label === 'records without parameters',
  },
  // The status of a refusal is what it is about.
  { checks: /^status\/rate-limit$/, rightOn: (e) => statusOf(e) === 429 },
];

/**
 * Passes that rest on an answer which the deviation spoilt: where the honest service took the request, this one refused
 * it, failed, or broke off. Such an answer may be met on the way to a pass; it is no evidence of one. Gives lines for
 * people; empty when every pass stands.
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
  // A stream has said all with its [DONE], whatever becomes of its body.
  if (own.failure && isTaken(own) && saidAll(own)) return false;
  return own.failure !== undefined || !isTaken(own);
}

function isTaken({ response }: Exchange): boolean {
  return response !== undefined && response.status < 400;
}

function saidAll({ response }: Exchange): boolean {
  return /^data:[ \t]?\[DONE\](?:\r\n|\r|\n){2}/m.test(Buffer.from(response!.body.bytes).toString('latin1'));
}
