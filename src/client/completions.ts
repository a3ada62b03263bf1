import type OpenAI from 'openai';
import { answerOfBody } from '../judge/answer.ts';
import type { Witness } from '../judge/client.ts';
import { member } from '../judge/json.ts';
import { parseStream } from '../judge/parsed-stream.ts';
import type { Answer } from '../vocabulary/answer.ts';
import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { type Major, majors } from './majors.ts';
import { outcome, outcomes } from './outcome.ts';
import { iterated, REPLAYED } from './stream.ts';
import { liveWire } from './wire.ts';

const billable = (row: PlannedCompletion) => ({
  tokens: row.tokens || UNLIMITED_TOKENS,
  choices: row.choices,
});
const params = (row: PlannedCompletion) =>
  row.body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;

/** Each major version requests the completion of a row, one after the other. */
export async function created(ask: Requester, row: PlannedCompletion): Promise<Witness<Answer>[]> {
  const found: Witness<Answer>[] = [];
  for (const major of await majors()) {
    const wire = liveWire(ask, `a completion through ${major.name}`, billable(row));
    const made = outcome(major, wire, async (client) => {
      const completion: unknown = await client.chat.completions.create(params(row));
      return answerOfBody(wire.exchanges[0]!, completion);
    });
    found.push(await made.catch(brokenOff(major.name)));
  }
  return found;
}

/**
 * A request header of the client, usually for compression, may cause the truncated body. It is then truncated in
 * the same way each time.
 */
function brokenOff(major: Witness<Answer>['major']) {
  return (error: unknown): Witness<Answer> => {
    if (!(error instanceof Inconclusive) || !brokenAlike(error.exchanges)) throw error;
    return { major, exchanges: error.exchanges, error: error.message };
  };
}

/** Attempts of a client until a stream contains no error event: such an error is not caused by the client. */
const TRIES = 3;

/** Each major version requests the stream of a row and iterates over it to its end. */
export async function streamedLive(ask: Requester, row: PlannedCompletion): Promise<Witness<Answer>[]> {
  const found: Witness<Answer>[] = [];
  for (const major of await majors()) found.push(await streamedBy(major, ask, row));
  return found;
}

async function streamedBy(major: Major, ask: Requester, row: PlannedCompletion): Promise<Witness<Answer>> {
  const { stream: _, ...others } = row.body;
  const given = others as unknown as OpenAI.ChatCompletionCreateParamsStreaming;
  for (let left = TRIES - 1; ; left--) {
    const wire = liveWire(ask, `a stream through ${major.name}`, billable(row));
    const made = await iterated(major, wire, given);
    const last = wire.exchanges.at(-1);
    if (left === 0 || !last || !(await parseStream(last)).lateError) return made;
  }
}

/** The result of `parse` in each major version for a recorded response to a JSON schema request. */
export function parsed(row: PlannedCompletion, exchange: Exchange): Promise<Witness<unknown>[]> {
  return outcomes(exchange, async (client) => {
    const completion: unknown = await client.chat.completions.parse(params(row));
    const [choice] = member(completion, 'choices') as unknown[];
    return member(member(choice, 'message'), 'parsed');
  });
}

/** The error of each major version for a recorded error response. */
export function refused(exchange: Exchange): Promise<Witness<unknown>[]> {
  return outcomes(exchange, (client) => client.chat.completions.create(REPLAYED));
}

/**
 * The error of each major version when the service rejects a request that the client sends with its own headers.
 */
export async function refusedLive(
  ask: Requester,
  body: Record<string, unknown>,
): Promise<Witness<unknown>[]> {
  const found: Witness<unknown>[] = [];
  for (const major of await majors()) {
    const wire = liveWire(ask, `a refusal through ${major.name}`, undefined);
    const given = body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    found.push(await outcome(major, wire, (client) => client.chat.completions.create(given)));
  }
  return found;
}
