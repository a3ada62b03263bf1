import {
  CLIENTS,
  type Looped,
  type OtherClient,
  type Question,
  witnessed,
} from '../src/client/other/index.ts';
import { answerOfBody, answerOfStream } from '../src/judge/answer.ts';
import { parting, refusedTheReplay } from '../src/judge/client.ts';
import { expectUsable } from '../src/judge/completion/usable.ts';
import { contentAsJson } from '../src/judge/formats.ts';
import { jsonBody } from '../src/judge/json-body.ts';
import { type OtherWitness, refusedStreamOptions, serves } from '../src/judge/other-client.ts';
import { parseStream } from '../src/judge/parsed-stream.ts';
import { plainRow } from '../src/requests/ask.ts';
import { completed } from '../src/requests/bodies.ts';
import { formatType, rows, toolChoice, unstopped, unstreamed } from '../src/requests/rows.ts';
import { someStream } from '../src/requests/streams.ts';
import type { Choice } from '../src/vocabulary/answer.ts';
import type { Check, CheckContext, FactName, Requester } from '../src/vocabulary/check.ts';
import type { Exchange } from '../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../src/vocabulary/planned-completion.ts';
import { Inconclusive, NotApplicable } from '../src/vocabulary/undecidable.ts';
import { documented } from './client/well-framed.ts';

/** Token limits for a greeting, and for a call or a small JSON object with some text. */
const BRIEF = 8;
const ROOMY = 64;

const HELLO = 'Say hello.';
const WEATHER = 'What is the weather in Paris?';
const CITY = 'Reply in JSON: an object with one member, city, whose value is Paris.';

/** The official client may be missing, which does not affect others; a missing completion is reported once. */
const OFFICIAL: FactName = 'client/create';

/** The request; rejects if this client was not requested, since its completions are billed. */
function question(context: CheckContext, { id }: OtherClient, text: string, tokens: number): Question {
  if (!context.settings.clients?.includes(id))
    throw new NotApplicable(`not selected, because it is billed: use --clients ${id}`);
  if (!context.holds(OFFICIAL))
    throw new Inconclusive('the official client gets no completion', [], OFFICIAL);
  return { model: context.model, text, tokens };
}

/** The same kind of request without the client: it has to succeed before the client is judged. */
async function control(context: CheckContext, ask: Requester, wanted: (row: PlannedCompletion) => boolean) {
  const [row] = rows(context, wanted);
  if (!row) throw new Inconclusive('this run has no such request');
  expectUsable(await completed(ask, row));
}

const firstOf = (exchange: Exchange): Choice | undefined =>
  exchange.response?.status === 200 ? answerOfBody(exchange, jsonBody(exchange)).choices[0] : undefined;

const sameText = (seen: string | null, sent: string | undefined) => parting(seen ?? '', sent ?? '');

function createCheck(client: OtherClient): Check {
  return {
    ...common(client, 'create'),
    title: `${client.name} creates a completion`,
    about: `${client.name} sends a completion request if --clients ${client.id} is given. A control sends the same request without the client. Warns on an error or a different text.`,
    async run(context) {
      const asked = question(context, client, HELLO, BRIEF);
      const witness = await context.verify(
        async (ask) => {
          expectUsable(await completed(ask, plainRow(context.model)));
          return witnessed(client, ask, BRIEF, (fetch) => client.create(fetch, asked));
        },
        (seen) =>
          serves('the client returns the completion', seen, (text, exchange) =>
            sameText(text, firstOf(exchange)?.content),
          ),
      );
      context.observe(`client-${client.id}`, witness.client, ...witness.exchanges);
    },
  };
}

function streamCheck(client: OtherClient): Check {
  return {
    ...common(client, 'stream'),
    title: `${client.name} reads a stream to its end`,
    about: `${client.name} requests a stream with usage, its default, if --clients ${client.id} is given. Records a rejection of stream_options, which the contract allows, and retries without. Warns on an error or a different text.`,
    async run(context) {
      const asked = question(context, client, HELLO, BRIEF);
      const { options } = await context.verify(
        async (ask) => {
          await documented((await someStream(context, ask)).exchange);
          const stream = (usage: boolean) =>
            witnessed(client, ask, BRIEF, (fetch) => client.stream(fetch, asked, usage));
          const first = await stream(true);
          const refused = refusedStreamOptions(first);
          const witness = refused ? await stream(false) : first;
          const last = witness.exchanges.at(-1)!;
          const sent = witness.trip ? undefined : answerOfStream(await parseStream(last)).choices[0]?.content;
          return { witness, sent, options: { refused, exchanges: first.exchanges } };
        },
        ({ witness, sent }) =>
          serves('the client reads the stream to its end and returns its text', witness, (text) =>
            sameText(text, sent),
          ),
      );
      const how = options.refused ? 'refused' : 'taken';
      context.observe(`client-${client.id}-stream-options`, how, ...options.exchanges);
    },
  };
}

function toolsCheck(client: OtherClient): Check {
  return {
    ...common(client, 'tools'),
    title: `${client.name} completes a tool-call round trip`,
    about: `${client.name} offers a function, forces a call and returns its result if --clients ${client.id} is given. Warns on an error. Records the result if the service rejects the second turn for null content or for members beyond section 2.2: the contract contradicts itself there.`,
    async run(context) {
      const asked = question(context, client, WEATHER, ROOMY);
      const witness = await context.verify(
        async (ask) => {
          await control(context, ask, (row) => unstreamed(row) && toolChoice(row) === 'required');
          const looped = await witnessed(client, ask, ROOMY, (fetch) => client.loop(fetch, asked));
          called(looped.exchanges);
          return looped;
        },
        (seen) => (isOfTheContract(seen) ? [] : serves('the tool-call round trip completes', seen, looped)),
      );
      const how = isOfTheContract(witness) ? 'null-content-refused' : 'as-sent';
      context.observe(`client-${client.id}-tool-loop`, how, ...witness.exchanges);
    },
  };
}

const isOfTheContract = (seen: OtherWitness<Looped>) => seen.trip !== undefined && refusedTheReplay(seen);

/** The model's response has to allow a loop: it was not cut, and has a call. */
function called(exchanges: readonly Exchange[]): void {
  const turns = exchanges.map(firstOf);
  if (turns.some((turn) => turn?.finishReason === 'length')) {
    throw new Inconclusive('an answer of the tool loop was cut off', exchanges);
  }
  if (turns[0]?.calls.length === 0) {
    throw new Inconclusive('the model called nothing', [exchanges[0]!], 'tool/required-choice');
  }
}

const looped = ({ calls, text }: Looped, last: Exchange) =>
  calls === 0 ? 'the function was not called' : sameText(text, firstOf(last)?.content);

function formatsCheck(client: OtherClient): Check {
  return {
    ...common(client, 'formats'),
    title: `${client.name} returns a value that matches a JSON Schema`,
    about: `${client.name} requests JSON with its schema helper if --clients ${client.id} is given. Warns on an error, or if the value differs from the content.`,
    async run(context) {
      const asked = question(context, client, CITY, ROOMY);
      await context.verify(
        async (ask) => {
          await control(
            context,
            ask,
            (row) => unstreamed(row) && formatType(row) === 'json_schema' && unstopped(row),
          );
          const seen = await witnessed(client, ask, ROOMY, (fetch) => client.structured(fetch, asked));
          const last = seen.exchanges.at(-1)!;
          const choice = firstOf(last);
          const value = choice && contentAsJson(choice);
          if (choice && (value === undefined || choice.finishReason === 'length')) {
            return new Inconclusive('the content is not JSON', [last], 'format/json-schema');
          }
          return { seen, value };
        },
        ({ seen, value }) =>
          serves('the client returns the value of the content', seen, (got) => parting(got, value)),
      );
    },
  };
}

const common = (client: OtherClient, feature: 'create' | 'stream' | 'tools' | 'formats') =>
  ({
    id: `client/${client.id}-${feature}`,
    clauses: ['1', ({ create: '4.1', stream: '6', tools: '2.3', formats: '2.6' } as const)[feature]],
    level: 'should',
    profile: 'standard',
    client: client.id,
    adaptsTo: [OFFICIAL],
  }) as const satisfies Partial<Check>;

/** Third-party clients: each is run if it is installed and requested, since its completions are billed too. */
export const checks: readonly Check[] = CLIENTS.flatMap((client) => [
  createCheck(client),
  streamCheck(client),
  toolsCheck(client),
  formatsCheck(client),
]);
