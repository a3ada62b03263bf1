import type OpenAI from 'openai';
import type { Answer } from '../judge/answer.ts';
import { answerOfBody } from '../judge/answer.ts';
import { member } from '../judge/json.ts';
import { parseStream } from '../judge/parsed-stream.ts';
import type { PlannedCompletion } from '../requests/corpus.ts';
import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
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

/** Each major asks for the completion of a row, one after the other. */
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

/** What clients ask for, compression above all, may be what breaks a body: then it breaks alike every time. */
function brokenOff(major: Outcome<Answer>['major']) {
  return (error: unknown): Outcome<Answer> => {
    if (!(error instanceof Inconclusive) || !brokenAlike(error.exchanges)) throw error;
    return { major, exchanges: error.exchanges, error: error.message };
  };
}

/** How often a client asks for a stream until one tells of no error: one that does is none of the client's. */
const TRIES = 3;

/** Each major asks for the stream of a row and iterates over it to its end. */
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

/** What `parse` of each major makes of a recorded answer to a request for JSON by a schema. */
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

/** What each major throws when it is answered with a recorded refusal. */
export async function refused(exchange: Exchange): Promise<Outcome<unknown>[]> {
  const all = await majors();
  const request = { model: 'replayed', messages: [{ role: 'user' as const, content: 'replayed' }] };
  return Promise.all(
    all.map((major) =>
      outcome(major, replayWire(exchange), (client) => client.chat.completions.create(request)),
    ),
  );
}

/** What each major throws when the service refuses the request of a body, sent with the client's own headers. */
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
