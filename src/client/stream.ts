import type OpenAI from 'openai';
import { answerOfStream } from '../judge/answer.ts';
import type { Witness } from '../judge/client.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import type { Answer } from '../vocabulary/answer.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { type Major, majors } from './majors.ts';
import { outcome, outcomes } from './outcome.ts';
import { replayWire, type Wire } from './wire.ts';

/** Parameters of a request whose response is replayed: their values do not matter. */
export const REPLAYED = { model: 'replayed', messages: [{ role: 'user' as const, content: 'replayed' }] };

/** Iterates over a raw stream to its end and joins the deltas that the client delivered. */
export function iterated(
  major: Major,
  wire: Wire,
  params: Omit<OpenAI.ChatCompletionCreateParamsStreaming, 'stream'>,
): Promise<Witness<Answer>> {
  return outcome(major, wire, async (client) => {
    const chunks: { offset: number; json: JsonObject }[] = [];
    const stream = await client.chat.completions.create({ ...params, stream: true });
    for await (const chunk of stream) {
      const json: unknown = chunk;
      if (isObject(json)) chunks.push({ offset: 0, json });
    }
    return answerOfStream({ exchange: wire.exchanges[0]!, chunks });
  });
}

const read = new WeakMap<Exchange, Promise<Witness<Answer>[]>>();

/** The content that each major version reads from a recorded stream; each exchange is read once. */
export function replayed(exchange: Exchange): Promise<Witness<Answer>[]> {
  const known = read.get(exchange) ?? readAll(exchange);
  read.set(exchange, known);
  return known;
}

async function readAll(exchange: Exchange): Promise<Witness<Answer>[]> {
  const all = await majors();
  return Promise.all(all.map((major) => iterated(major, replayWire(exchange), REPLAYED)));
}

/** The final result of each major version's stream helper for a recorded stream. */
export const helped = (exchange: Exchange): Promise<Witness<OpenAI.ChatCompletion>[]> =>
  outcomes(exchange, (client) => client.chat.completions.stream(REPLAYED).finalChatCompletion());
