import { created, parsed, streamedLive } from '../src/client/completions.ts';
import { CLASSES, refusals } from '../src/client/refusals.ts';
import { helped, replayed } from '../src/client/stream.ts';
import { toolLoops } from '../src/client/tool-loop.ts';
import { choicesFit } from '../src/evidence/answerable.ts';
import { completed, jsonBody } from '../src/evidence/bodies.ts';
import { gathered } from '../src/evidence/gather.ts';
import { formatType, rows, toolChoice, unstopped, unstreamed } from '../src/evidence/rows.ts';
import { someStream, streams } from '../src/evidence/streams.ts';
import { forClient } from '../src/evidence/well-framed.ts';
import { answerOfBody, answerOfStream, endedByItself } from '../src/judge/answer.ts';
import {
  loopsOn,
  parting,
  refusedTheReplay,
  summary,
  tellsMore,
  throwsItsClass,
  works,
} from '../src/judge/client.ts';
import { contentAsJson } from '../src/judge/formats.ts';
import { plainRow } from '../src/requests/ask.ts';
import type { Check, Requester } from '../src/vocabulary/check.ts';
import type { Exchange } from '../src/vocabulary/exchange.ts';
import { Inconclusive } from '../src/vocabulary/undecidable.ts';
import {
  besideSent,
  doubtAbout,
  getsTheCompletion,
  helpable,
  iterates,
  readable,
  readsToTheEnd,
} from './client/readings.ts';

const BOTH = 'The official client in its last two major versions';
const VERDICT = 'When all versions break it fails; when one alone breaks it warns.';

export const checks: readonly Check[] = [
  {
    id: 'client/create',
    title: 'The official client gets a completion',
    clauses: ['1', '4.1'],
    level: 'must',
    profile: 'standard',
    about: `${BOTH} asks for a completion with its own headers, beside the same request without them. ${VERDICT}`,
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
    title: 'The official client asks for a stream and reads it to its end',
    clauses: ['1', '6'],
    level: 'must',
    profile: 'standard',
    about: `${BOTH} asks for a stream with its own headers, beside the same request without them. ${VERDICT}`,
    async run(context) {
      await context.verify(async (ask) => {
        const { row, exchange } = await someStream(context, ask);
        const { doubt } = await readable(exchange);
        const seen = await streamedLive(ask, row);
        const witnesses = await Promise.all(seen.map((witness) => besideSent(witness, doubt)));
        if (doubt && readsToTheEnd(witnesses).length > 0) throw doubt;
        return witnesses;
      }, readsToTheEnd);
    },
  },
  {
    id: 'client/stream-iteration',
    title: 'The official client sees the choices of every stream',
    clauses: ['1', '6'],
    level: 'must',
    about: `Every stream of the run is handed to ${BOTH.toLowerCase()}, which iterates over it to its end. ${VERDICT}`,
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
    title: "The official client's stream helper puts every stream together",
    clauses: ['1', '6'],
    level: 'should',
    about: `Every stream of the run is handed to the stream helper of ${BOTH.toLowerCase()}. An error, or a text or call that differs, warns.`,
    async run(context) {
      const items = streams(context, { how: helpable }).map((gather) => async (ask: Requester) => {
        const reading = await gather(ask);
        return { sent: answerOfStream(reading), witnesses: await helped(reading.exchange) };
      });
      await context.verifyEach(items, ({ sent, witnesses }) =>
        works('the stream helper gives the same text and calls', witnesses, (seen, exchange) =>
          parting(summary(answerOfBody(exchange, seen).choices), summary(sent.choices)),
        ).map((found) => ({ ...found, as: 'warn' })),
      );
    },
  },
  {
    id: 'client/parse',
    title: "The official client's parse helper gives the value of a JSON answer",
    clauses: ['1', '2.6'],
    level: 'should',
    profile: 'standard',
    about: `Answers to requests with a json_schema are handed to the parse helper of ${BOTH.toLowerCase()}. An error, or another value, warns.`,
    async run(context) {
      const wanted = rows(
        context,
        (row) => unstreamed(row) && formatType(row) === 'json_schema' && unstopped(row),
      );
      const items = wanted.map((row) => async (ask: Requester) => {
        const found = await completed(ask, row);
        choicesFit(found);
        const { exchange, body } = found;
        const { choices } = answerOfBody(exchange, body);
        const value = choices[0] && contentAsJson(choices[0]);
        // The helper looks at all of them.
        if (value === undefined || !choices.every(endedByItself)) {
          return new Inconclusive('the content is no JSON', [exchange], 'format/json-schema');
        }
        return { value, witnesses: await parsed(row, exchange) };
      });
      await context.verifyEach(items, ({ value, witnesses }) =>
        works('parse gives the value of the content', witnesses, (seen) => parting(seen, value)).map(
          (found) => ({ ...found, as: 'warn' }),
        ),
      );
    },
  },
  {
    id: 'client/run-tools',
    title: "The official client's tool loop calls a function and is answered",
    clauses: ['1', '2.3', '2.2'],
    level: 'should',
    profile: 'standard',
    restsOn: ['client/create'],
    about: `The tool loop of the newest major runs live for two turns, and the older one over its answers. An error warns, except when the second turn is refused for null content or members that 2.2 does not have: the contract pulls two ways there, and it is observed.`,
    async run(context) {
      const control = rows(context, (row) => unstreamed(row) && toolChoice(row) === 'required')[0];
      if (!control) return new Inconclusive('no request with tool_choice required was planned');
      const loops = await context.verify(async (ask) => {
        await completed(ask, control);
        // The client says that it wants no stream.
        for (const row of rows(context, ({ body }) => body.stream === false).slice(0, 1))
          await completed(ask, row);
        const found = await toolLoops(ask, context.model);
        const { exchanges } = found[0]!;
        const turns = exchanges.map((e) =>
          e.response?.status === 200 ? answerOfBody(e, jsonBody(e)) : undefined,
        );
        const cut = exchanges.filter((_, i) => turns[i]?.choices.some((choice) => !endedByItself(choice)));
        if (cut.length > 0) return new Inconclusive('an answer of the loop was cut off or filtered', cut);
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
    title: 'The official client throws the error of each status',
    clauses: ['7', '1'],
    level: 'should',
    phase: 'last',
    profile: 'standard',
    restsOn: ['client/create'],
    about: `Refusals with 400, 401, 402 and 422 are handed to ${BOTH.toLowerCase()}; the last is asked for by the clients themselves. Another error than the one that the client has for the status warns.`,
    run: (context) =>
      context.verifyEach(refusals(context), (refusal) => throwsItsClass(refusal, CLASSES[refusal.status])),
  },
  {
    id: 'client/error-messages',
    title: 'Whether the errors of the official client tell more than a status',
    clauses: ['7', '1'],
    level: 'open',
    phase: 'last',
    profile: 'standard',
    about: `The messages of the errors that ${BOTH.toLowerCase()} throws for 400, 401 and 402 are looked at; whether they tell more than the number is recorded.`,
    async run(context) {
      const found = await gathered(
        refusals(context)
          .slice(0, 3)
          .map((gather) => gather(context)),
      );
      for (const { status, outcomes } of found) {
        const told = outcomes.map(
          (o) => `${o.major.replace(' ', '-')}:${tellsMore(o, status) ? 'told' : 'bare'}`,
        );
        context.observe(`client-message-${status}`, told.join(' '), outcomes[0]!.exchanges[0]!);
      }
    },
  },
];
