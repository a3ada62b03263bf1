import { restored } from '../../../record/lines.ts';
import { priceOf } from '../../../vocabulary/billed.ts';
import type { ExchangeLine } from '../../../vocabulary/record.ts';
import { reportedUsage } from '../../../vocabulary/reported.ts';
import { isRepetition } from '../../../vocabulary/target.ts';
import type { Lines } from '../../recorded-run.ts';

/** A completion that was paid for. */
export interface Paid {
  id: string;
  owner: string;
  asked: number;
  choices: number;
  /** Completion tokens as its answer reports them; undefined when it does not. */
  used: number | undefined;
}

/** An answer in time. */
export interface Answered {
  /** A status, or the kind of failure. */
  outcome: string;
  /** Milliseconds after the first request. */
  at: number;
  /** Whether the request before it with the same purpose was answered for the moment only. */
  isRetry: boolean;
  /** Whether it tells when to come back, or how much is left. */
  tellsLimit: boolean;
}

/** What the pictures are drawn from; numbers only, no bodies. */
export interface Drawn {
  paid: Paid[];
  answered: Answered[];
  /** Requests by owner. */
  sent: Map<string, number>;
}

const LIMIT_HEADER = /^(?:retry-after|x-ratelimit-|ratelimit)/i;

/** Reads the journal once for the pictures. */
export async function gatherDrawn(lines: Lines): Promise<Drawn> {
  const drawn: Drawn = { paid: [], answered: [], sent: new Map() };
  const passing = new Set<string>();
  let start: number | undefined;
  for await (const line of lines()) {
    if (line.type !== 'exchange') continue;
    start ??= line.startedAt;
    drawn.sent.set(line.owner, (drawn.sent.get(line.owner) ?? 0) + 1);
    const purpose = `${line.owner} ${line.turn}`;
    const outcome = line.failure?.kind ?? String(line.response?.status ?? 'no answer');
    drawn.answered.push({
      outcome,
      at: Math.max(0, line.startedAt + line.timing.endMs - start),
      isRetry: passing.has(purpose) && !isRepetition(line.owner),
      tellsLimit: line.response?.headers.some(([name]) => LIMIT_HEADER.test(name)) ?? false,
    });
    if (/^(?:429|408|50[234])$/.test(outcome) || line.failure) passing.add(purpose);
    const paid = paidFor(line);
    if (paid) drawn.paid.push(paid);
  }
  return drawn;
}

function paidFor({ id, owner, request, response }: ExchangeLine): Paid | undefined {
  if (!response || response.status < 200 || response.status >= 300) return undefined;
  const price = priceOf({ method: request.method, path: request.url, body: restored(request.body) });
  if (price.completions === 0) return undefined;
  const used = 'text' in response.body ? reportedUsage(response.body.text)?.completion : undefined;
  return { id, owner, asked: price.tokens, choices: price.completions, used };
}
