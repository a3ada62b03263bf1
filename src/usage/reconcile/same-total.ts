import type { Finding, Judge } from '../../vocabulary/check.ts';
import { breach } from '../judge/finding.ts';
import { inWords, type Measure } from '../measures.ts';
import { likeliest } from '../summary.ts';
import { differs, type Party, type Reconciliation } from './totals.ts';

/** For the same closed days, summary and export equal the records, in one measure. */
export function sameTotal(measure: Measure): Judge<Reconciliation> {
  return ({ readings, parties, closed, against }): Finding[] => {
    const wrong = parties.filter((party) => differs(readings, party, measure));
    const [first, second] = wrong;
    if (!first) return [];
    const { range, history } = closed;
    const records = history.all.totals[measure];
    const agree = second && first.totals[measure] === second.totals[measure];
    const expected = `equal ${inWords(measure)} in ${against === 'stats' ? 'stats, summary and export' : 'summary and export'} from ${range.start} to ${range.end}`;
    const told = [
      `${against} ${records}`,
      ...parties.map((p) => `${p.name} ${p.totals[measure] ?? '(no column)'}`),
    ].join(', ');
    const odd = agree ? ' (summary and export agree: the stats differ)' : '';
    const where = wrong.map((p) => p.where[measure]).filter((w) => w !== undefined);
    const actual = where.length > 0 ? `${where.join('; ')} (in all: ${told})` : told;
    const exchanges = [...wrong.map((p) => p.exchange), ...history.pages] as [
      Party['exchange'],
      ...Party['exchange'][],
    ];
    return [
      breach(exchanges, first.name === 'summary' ? 'body' : 'body, sum of rows', expected, `${actual}${odd}`),
    ];
  };
}

/**
 * The check that reports a difference already: missing rows show in the requests, and differing input or output
 * tokens in their total. Undefined if this measure has its own difference, or none.
 */
export function sameCause({ readings, parties }: Reconciliation, measure: Measure): Measure | undefined {
  const wrong = parties.filter((party) => differs(readings, party, measure));
  if (wrong.length === 0) return undefined;
  const causes = wrong.map((party): Measure | undefined => {
    if (measure !== 'total_requests' && differs(readings, party, 'total_requests')) return 'total_requests';
    if (measure !== 'total_tokens') return undefined;
    const reading = likeliest(party.totals, readings).all.totals;
    const off = (m: Measure) => (party.totals[m] ?? 0n) - reading[m];
    if (off('total_tokens') !== off('input_tokens') + off('output_tokens')) return undefined;
    return off('input_tokens') !== 0n ? 'input_tokens' : 'output_tokens';
  });
  return causes.every((cause) => cause !== undefined) ? causes[0] : undefined;
}
