import type OpenAI from 'openai';
import { answerOfBody } from '../judge/answer.ts';
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
import { type Outcome, outcome } from './outcome.ts';
import { iterated } from './stream.ts';
import { liveWire, replayWire } from './wire.ts';

const billable = (row: PlannedCompletion) => ({
  tokens: row.tokens || UNLIMITED_TOKENS,
  choices: row.choices,
});
const params = (row: PlannedCompletion) =>
  row.body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;

/** Each major version requests the completion of a row, one after the other. */
export async function created(ask: Requester, row: PlannedCompletion): Promise<Outcome<Answer>[]> {
  const outcomes: Outcome<Answer>[] = [];
  for (const major of await majors()) {
    const wire = liveWire(ask, `a completion through ${major.name}`, billable(row));
    const made = outcome(major, wire, async (client) => {
      const completion: unknown = await client.chat.completions.create(params(row));
      return answerOfBody(wire.exchanges[0]!, completion);
    });
    outcomes.push(await made.catch(brokenOff(major.name)));
  }
  return outcomes;
}

/**
 * A request header of the client, usually for compression, may cause the truncated body. It is then truncated in
 * the same way each time.
 */
function brokenOff(major: Outcome<Answer>['major']) {
  return (error: unknown): Outcome<Answer> => {
    if (!(error instanceof Inconclusive) || !brokenAlike(error.exchanges)) throw error;
    return { major, exchanges: error.exchanges, error: error.message };
  };
}

/** Attempts of a client until a stream contains no error event: such an error is not caused by the client. */
const TRIES = 3;

/** Each major version requests the stream of a row and iterates over it to its end. */
export async function streamedLive(ask: Requester, row: PlannedCompletion): Promise<Outcome<Answer>[]> {
  const outcomes: Outcome<Answer>[] = [];
  for (const major of await majors()) outcomes.push(await streamedBy(major, ask, row));
  return outcomes;
}

async function streamedBy(major: Major, ask: Requester, row: PlannedCompletion): Promise<Outcome<Answer>> {
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
export async function parsed(row: PlannedCompletion, exchange: Exchange): Promise<Outcome<unknown>[]> {
  const all = await majors();
  return Promise.all(
    all.map((major) =>
      outcome(major, replayWire(exchange), async (client) => {
        const completion: unknown = await client.chat.completions.parse(params(row));
        const [choice] = member(completion, 'choices') as unknown[];
        return member(member(choice, 'message'), 'parsed');
      }),
    ),
  );
}

/** The error of each major version for a recorded error response. */
export async function refused(exchange: Exchange): Promise<Outcome<unknown>[]> {
  const all = await majors();
  const request = { model: 'replayed', messages: [{ role: 'user' as const, content: 'replayed' }] };
  return Promise.all(
    all.map((major) =>
      outcome(major, replayWire(exchange), (client) => client.chat.completions.create(request)),
    ),
  );
}

/**
 * The error of each major version when the service rejects a request that the client sends with its own headers.
 */
export async function refusedLive(
  ask: Requester,
  body: Record<string, unknown>,
): Promise<Outcome<unknown>[]> {
  const outcomes: Outcome<unknown>[] = [];
  for (const major of await majors()) {
    const wire = liveWire(ask, `a refusal through ${major.name}`, undefined);
    const given = body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    outcomes.push(await outcome(major, wire, (client) => client.chat.completions.create(given)));
  }
  return outcomes;
}
