import { restored } from '../../../record/lines.ts';
import { priceOfAccepted } from '../../../vocabulary/billed.ts';
import type { ExchangeLine } from '../../../vocabulary/record.ts';
import { reportedUsage } from '../../../vocabulary/reported.ts';
import type { Lines } from '../../recorded-run.ts';

/** A billed completion. */
export interface Paid {
  id: string;
  owner: string;
  asked: number;
  choices: number;
  /** Completion tokens as reported; undefined if it reports none. */
  used: number | undefined;
}

/** The data of the pictures; numbers only, no bodies. */
export interface Drawn {
  paid: Paid[];
  /** Requests by owner. */
  sent: Map<string, number>;
}

/** Reads the journal once for the pictures. */
export async function gatherDrawn(lines: Lines): Promise<Drawn> {
  const drawn: Drawn = { paid: [], sent: new Map() };
  for await (const line of lines()) {
    if (line.type !== 'exchange') continue;
    drawn.sent.set(line.owner, (drawn.sent.get(line.owner) ?? 0) + 1);
    const paid = paidFor(line);
    if (paid) drawn.paid.push(paid);
  }
  return drawn;
}

function paidFor({ id, owner, request, response }: ExchangeLine): Paid | undefined {
  if (!response || response.status < 200 || response.status >= 300) return undefined;
  const { body } = response;
  const used = () => ('text' in body ? reportedUsage(body.text)?.completion : undefined);
  const spec = { method: request.method, path: request.url, body: restored(request.body) };
  const price = priceOfAccepted(spec, used);
  if (price.completions === 0) return undefined;
  return { id, owner, asked: price.tokens, choices: price.completions, used: used() };
}
