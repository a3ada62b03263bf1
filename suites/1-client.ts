import { created, parsed, streamedLive } from '../src/client/completions.ts';
import { CLASSES, refusals } from '../src/client/refusals.ts';
import { helped, replayed } from '../src/client/stream.ts';
import { toolLoops } from '../src/client/tool-loop.ts';
import { answerOfBody, answerOfStream, endedByItself } from '../src/judge/answer.ts';
import {
  explainsMore,
  loopsOn,
  parting,
  refusedTheReplay,
  summary,
  throwsItsClass,
  works,
} from '../src/judge/client.ts';
import { expectChoices } from '../src/judge/completion/usable.ts';
import { contentAsJson } from '../src/judge/formats.ts';
import { jsonBody } from '../src/judge/json-body.ts';
import { plainRow } from '../src/requests/ask.ts';
import { completed } from '../src/requests/bodies.ts';
import { formatType, rows, toolChoice, unstopped, unstreamed } from '../src/requests/rows.ts';
import { someStream, streams } from '../src/requests/streams.ts';
import type { Check, Requester } from '../src/vocabulary/check.ts';
import type { Exchange } from '../src/vocabulary/exchange.ts';
import { gathered, Inconclusive } from '../src/vocabulary/undecidable.ts';
import {
  comparedWithSent,
  doubtAbout,
  getsTheCompletion,
  helpable,
  iterates,
  readable,
  readsToTheEnd,
} from './client/readings.ts';
import { forClient } from './client/well-framed.ts';

const BOTH = 'The official client (last two major versions)';
const VERDICT = 'Fails if all versions break. Warns if one version breaks.';

export const checks: readonly Check[] = [
  {
    id: 'client/create',
    title: 'The official client creates a completion',
    clauses: ['1', '4.1'],
    level: 'must',
    profile: 'standard',
    about: `${BOTH} sends a completion request with its own headers. A control sends the same request without them. ${VERDICT}`,
    async run(context) {
      const row = plainRow(context.model);
      await context.verify(async (ask) => {
        const doubt = doubtAbout(await completed(ask, row));
        const witnesses = await created(ask, row);
        if (doubt && getsTheCompletion(witnesses).length > 0) throw doubt;
        return witnesses;
      }, getsTheCompletion);
    },
  },
  {
    id: 'client/stream',
    title: 'The official client reads a stream to its end',
    clauses: ['1', '6'],
    level: 'must',
    profile: 'standard',
    about: `${BOTH} sends a streamed request with its own headers. A control sends the same request without them. ${VERDICT}`,
    async run(context) {
      await context.verify(async (ask) => {
        const { row, exchange } = await someStream(context, ask);
        const { doubt } = await readable(exchange);
        const seen = await streamedLive(ask, row);
        const witnesses = await Promise.all(seen.map((witness) => comparedWithSent(witness, doubt)));
        if (doubt && readsToTheEnd(witnesses).length > 0) throw doubt;
        return witnesses;
      }, readsToTheEnd);
    },
  },
  {
    id: 'client/stream-iteration',
    title: 'The official client iterates over every stream',
    clauses: ['1', '6'],
    level: 'must',
    about: `Replays every stream of the run through ${BOTH.toLowerCase()}, which iterates to its end. ${VERDICT}`,
    async run(context) {
      const how = async (exchange: Exchange) => (await forClient(exchange)).reading;
      const items = streams(context, { how }).map((gather) => async (ask: Requester) => {
        const reading = await gather(ask);
        const seen = { sent: answerOfStream(reading), witnesses: await replayed(reading.exchange) };
        const { doubt } = await forClient(reading.exchange);
        if (doubt && iterates(seen).length > 0) throw doubt;
        return seen;
      });
      await context.verifyEach(items, iterates);
    },
  },
  {
    id: 'client/stream-helper',
    title: "The official client's stream helper assembles every stream",
    clauses: ['1', '6'],
    level: 'should',
    about: `Replays every stream of the run through the stream helper of ${BOTH.toLowerCase()}. Warns on an error, or if a text or a tool call differs.`,
    async run(context) {
      const items = streams(context, { how: helpable }).map((gather) => async (ask: Requester) => {
        const reading = await gather(ask);
        return { sent: answerOfStream(reading), witnesses: await helped(reading.exchange) };
      });
      await context.verifyEach(items, ({ sent, witnesses }) =>
        works('the same text and calls from the stream helper', witnesses, (seen, exchange) =>
          parting(summary(answerOfBody(exchange, seen).choices), summary(sent.choices)),
        ).map((found) => ({ ...found, as: 'warn' })),
      );
    },
  },
  {
    id: 'client/parse',
    title: "The official client's parse helper returns the value of a JSON answer",
    clauses: ['1', '2.6'],
    level: 'should',
    profile: 'standard',
    about: `Replays answers to json_schema requests through the parse helper of ${BOTH.toLowerCase()}. Warns on an error or a different value.`,
    async run(context) {
      const wanted = rows(
        context,
        (row) => unstreamed(row) && formatType(row) === 'json_schema' && unstopped(row),
      );
      const items = wanted.map((row) => async (ask: Requester) => {
        const found = await completed(ask, row);
        expectChoices(found);
        const { exchange, body } = found;
        const { choices } = answerOfBody(exchange, body);
        const value = choices[0] && contentAsJson(choices[0]);
        // The helper reads all of them.
        if (value === undefined || !choices.every(endedByItself)) {
          return new Inconclusive('the content is not JSON', [exchange], 'format/json-schema');
        }
        return { value, witnesses: await parsed(row, exchange) };
      });
      await context.verifyEach(items, ({ value, witnesses }) =>
        works('the value of the content from parse', witnesses, (seen) => parting(seen, value)).map(
          (found) => ({ ...found, as: 'warn' }),
        ),
      );
    },
  },
  {
    id: 'client/run-tools',
    title: "The official client's tool loop completes a round trip",
    clauses: ['1', '2.3', '2.2'],
    level: 'should',
    profile: 'standard',
    restsOn: ['client/create'],
    about:
      'Runs the tool loop of the newest major version for two turns, and replays its answers to the older version. Warns on an error. Records the result if the service rejects the second turn for null content or for members beyond section 2.2: the contract contradicts itself there.',
    async run(context) {
      const control = rows(context, (row) => unstreamed(row) && toolChoice(row) === 'required')[0];
      if (!control) return new Inconclusive('this run has no request with tool_choice "required"');
      const loops = await context.verify(async (ask) => {
        await completed(ask, control);
        // The client sends stream: false.
        for (const row of rows(context, ({ body }) => body.stream === false).slice(0, 1))
          await completed(ask, row);
        const found = await toolLoops(ask, context.model);
        const { exchanges } = found[0]!;
        const turns = exchanges.map((e) =>
          e.response?.status === 200 ? answerOfBody(e, jsonBody(e)) : undefined,
        );
        const cut = exchanges.filter((_, i) => turns[i]?.choices.some((choice) => !endedByItself(choice)));
        if (cut.length > 0)
          return new Inconclusive('an answer of the tool loop was cut off or filtered', cut);
        const [choice] = turns[0]?.choices ?? [];
        if (choice && choice.calls.length === 0) {
          return new Inconclusive('the model called nothing', [exchanges[0]!], 'tool/required-choice');
        }
        return found;
      }, loopsOn);
      const exchanges = loops[0]!.exchanges;
      const how = loops.some(refusedTheReplay) ? 'null-content-refused' : 'as-sent';
      context.observe('client-tool-loop', how, ...exchanges);
      return undefined;
    },
  },
  {
    id: 'client/error-classes',
    title: 'The official client throws the error class of each status',
    clauses: ['7', '1'],
    level: 'should',
    phase: 'last',
    profile: 'standard',
    restsOn: ['client/create'],
    about: `Replays rejections with status 400, 401 and 402 through ${BOTH.toLowerCase()}. The clients send a request that gets 422 themselves. Warns if a client throws an error of another class.`,
    run: (context) =>
      context.verifyEach(refusals(context), (refusal) => throwsItsClass(refusal, CLASSES[refusal.status])),
  },
  {
    id: 'client/error-messages',
    title: 'Error messages of the official client beyond the status',
    clauses: ['7', '1'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about: `Records whether the errors that ${BOTH.toLowerCase()} throws for 400, 401 and 402 have a message beyond the status.`,
    async run(context) {
      const found = await gathered(
        refusals(context)
          .slice(0, 3)
          .map((gather) => gather(context)),
      );
      for (const { status, outcomes } of found) {
        const told = outcomes.map(
          (o) => `${o.major.replace(' ', '-')}:${explainsMore(o, status) ? 'told' : 'bare'}`,
        );
        context.observe(`client-message-${status}`, told.join(' '), outcomes[0]!.exchanges[0]!);
      }
    },
  },
];
