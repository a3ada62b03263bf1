import type { AcceptanceEvidence } from '../../src/judge/acceptance.ts';
import type { Requester } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { outcome } from './accepted.ts';

/** The unusual JSON notation of a request; empty if it is the usual one. */
export function writtenOtherwise({ body, escaped, indented, exponent }: PlannedCompletion): string[] {
  return [
    ...(Object.keys(body)[0] === 'model' ? [] : ['reordered members (model last)']),
    ...(escaped ? ['escapes for non-ASCII characters'] : []),
    ...(exponent === undefined ? [] : [`an exponent or -0 in ${exponent}`]),
    ...(indented ? ['line breaks and spaces'] : []),
  ];
}

/** The same request in the usual notation. */
export function plainlyWritten(row: PlannedCompletion): PlannedCompletion {
  const { model, messages, ...others } = row.body;
  const { exponent: _, ...usual } = row;
  return {
    ...usual,
    id: `${row.id}/plainly`,
    body: { model, messages, ...others },
    escaped: false,
    indented: false,
  };
}

/** A request that is rejected in its notation, and the same that is accepted in the usual one. */
export async function asWritten(ask: Requester, row: PlannedCompletion): Promise<AcceptanceEvidence> {
  const plainly = await outcome(ask, plainlyWritten(row));
  if (!isSuccess(plainly)) throw new Inconclusive('rejected in common JSON formatting too', [plainly]);
  const what = `a request with ${writtenOtherwise(row).join(' and ')}, accepted in common JSON formatting`;
  return { exchange: await outcome(ask, row), what };
}
