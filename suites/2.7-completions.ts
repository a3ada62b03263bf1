import { answerOfStream } from '../src/judge/answer.ts';
import { isContentJson, isJsonObject, statusIs200 } from '../src/judge/completion/body.ts';
import { BODY_RULES } from '../src/judge/completion/body-rules.ts';
import { finishKnown, idsDiffer, streamedFinishKnown } from '../src/judge/completion/envelope.ts';
import { stopsBefore } from '../src/judge/completion/stop.ts';
import { lengthInBothModes, lengthWhenCut, withinLimit } from '../src/judge/completion/usage.ts';
import { bodyEnds } from '../src/judge/ending.ts';
import { isEventStream, jsonBody } from '../src/judge/json-body.ts';
import { chunked } from '../src/judge/stream/reading.ts';
import { sweepAnswers, sweepBodies, sweepStreams } from '../src/judge/sweeps.ts';
import { begun, completion } from '../src/requests/ask.ts';
import { type Completed, completions, endingOf, unstreamedAnswer, whole } from '../src/requests/bodies.ts';
import { replies } from '../src/requests/replies.ts';
import { acceptedRows, eachRow, rows, stopStrings, streamed, unstreamed } from '../src/requests/rows.ts';
import type { Check, Judge, Requester } from '../src/vocabulary/check.ts';
import type { Exchange } from '../src/vocabulary/exchange.ts';
import { gathered, Inconclusive } from '../src/vocabulary/undecidable.ts';
import type { Level } from '../src/vocabulary/verdict.ts';
import { answersOfRun, identified } from './completions/identity.ts';
import { limited } from './completions/limits.ts';
import { openCompletionPoints } from './open/completions.ts';

const SENT = 'Reads every completion of the run that is not streamed.';
const any = () => true;

/** `stream/only-when-asked` judges an event stream for a request without `stream`. */
const unlessStream =
  (judge: Judge<{ exchange: Exchange }>): Judge<{ exchange: Exchange }> =>
  ({ exchange }) =>
    isEventStream(exchange) || exchange.response?.body.whole === false ? [] : judge({ exchange });

/** Before the body is parsed: status, content type, end, JSON. */
const beginnings: Check[] = [
  {
    id: 'completion/status-200',
    harm: 'clients',
    title: 'A completion has status 200',
    clauses: ['4.1', '7'],
    level: 'must',
    about: `${SENT} Fails on another 2xx. The request checks judge rejections.`,
    sweeps: (['completion', 'stream'] as const).map((of) => ({ of, judge: statusIs200 })),
    async run(context) {
      const items = eachRow(context, any, async (ask, row) => {
        const blockedBy = streamed(row) ? 'stream/body-ends' : 'completion/body-ends';
        // Another check reports a truncated body: the status arrived.
        const exchange = await whole(completion(ask, row).catch(begun), blockedBy);
        const status = exchange.response?.status ?? 0;
        if (status >= 200 && status < 300) return exchange;
        throw new Inconclusive(`${row.why}: status ${status}`, [exchange], row.judgedBy);
      });
      await context.verifyEach(items, statusIs200);
    },
  },
  {
    id: 'completion/content-type',
    harm: 'clients',
    title: 'The content type of a completion is application/json',
    clauses: ['4.1'],
    level: 'must',
    about: `${SENT} Fails if the content type is missing or different. Parameters are allowed.`,
    sweeps: [sweepAnswers('completion', unlessStream(isContentJson))],
    async run(context) {
      const items = eachRow(context, unstreamed, unstreamedAnswer);
      await context.verifyEach(items, isContentJson);
    },
  },
  {
    id: 'completion/body-ends',
    harm: 'clients',
    title: 'A completion body is complete',
    clauses: ['4.1'],
    level: 'must',
    about:
      'Fails if the body breaks off, or never ends, at the same place three times while the body of a stream is complete. Fails if HTTP parsers reject the head. Inconclusive on any other broken body.',
    async run(context) {
      const [control] = rows(context, streamed);
      const items = eachRow(context, unstreamed, (ask, row) => endingOf(ask, row, control));
      await context.verifyEach(items, bodyEnds);
    },
  },
  {
    id: 'completion/body-is-json',
    harm: 'clients',
    title: 'The body of a completion is one JSON object',
    clauses: ['4.1', '2.7'],
    level: 'must',
    about: `${SENT} Fails if the body cannot be parsed or is not an object.`,
    sweeps: [
      sweepAnswers(
        'completion',
        unlessStream(({ exchange }) => isJsonObject({ exchange, value: jsonBody(exchange) })),
      ),
    ],
    async run(context) {
      const items = eachRow(context, unstreamed, async (ask, row) => {
        const { exchange } = await unstreamedAnswer(ask, row);
        return { exchange, value: jsonBody(exchange) };
      });
      await context.verifyEach(items, isJsonObject);
    },
  },
];

/** A body without choices is not a completion: the lesser rules do not apply. */
const formed = (level: Level) => (gather: (ask: Requester) => Promise<Completed>) =>
  level === 'must'
    ? gather
    : async (ask: Requester) => {
        const found = await gather(ask);
        if (Array.isArray(found.body.choices)) return found;
        throw new Inconclusive('the body has no choices', [found.exchange], 'completion/fits-schema');
      };

const bodies = BODY_RULES.map(
  ({ judge, ...check }): Check => ({
    ...check,
    about: `${SENT} ${check.about}`,
    sweeps: [
      {
        ...sweepBodies(judge, (body) => check.level === 'must' || Array.isArray(body.choices)),
        ...(check.id === 'completion/fits-schema' && { validates: true as const }),
      },
    ],
    run: (context) => context.verifyEach(completions(context).map(formed(check.level)), judge),
  }),
);

const together: Check[] = [
  {
    id: 'completion/finish-reason-known',
    title: 'finish_reason is one of the documented values',
    clauses: ['3', '2.7', '1'],
    level: 'should',
    about:
      'Warns if finish_reason is missing or not stop, length, tool_calls, content_filter or function_call.',
    sweeps: [
      sweepBodies(finishKnown, (body) => Array.isArray(body.choices)),
      sweepStreams(chunked, (reading) => streamedFinishKnown(answerOfStream(reading))),
    ],
    async run(context) {
      const bodies = completions(context).map((gather) => async (ask: Requester) => {
        const completed = await gather(ask);
        return { exchange: completed.exchange, found: finishKnown(completed) };
      });
      const streams = replies(context, streamed, 'ends').map((gather) => async (ask: Requester) => {
        const { answer } = await gather(ask);
        return { exchange: answer.exchange, found: streamedFinishKnown(answer) };
      });
      await context.verifyEach([...bodies, ...streams], ({ found }) => found);
    },
  },
  {
    id: 'completion/ids-differ',
    title: 'Completion ids are unique',
    clauses: ['2.7', '1'],
    level: 'should',
    // After the completions of accounting, whose ids count as well.
    phase: 'late',
    about: 'Compares all answers of the run, streamed ones included. Warns if two have the same id.',
    async run(context) {
      await context.verify(async (ask) => {
        const planned = await gathered(eachRow(context, any, identified).map((gather) => gather(ask)));
        const all = [...planned, ...(await answersOfRun(context))];
        return [...new Map(all.map((answer) => [answer.exchange.id, answer])).values()];
      }, idsDiffer);
    },
  },
  {
    id: 'completion/length-when-cut',
    harm: 'answers',
    title: 'finish_reason is "length" if the limit cut the answer',
    clauses: ['3', '2.1', '1'],
    level: 'should',
    about:
      'Reads answers that used exactly the token limit. Retries up to two of them with four times the limit if no answer of one limit name says length. Needs three such answers, or one to a request for a long text; with fewer, inconclusive. Warns if the retried answers are longer. Warns likewise if only some choices of one answer say length and all of them continue. Warns if one text says length and, twice, stop in the other mode, streamed or not.',
    async run(context) {
      const { doubtful } = await context.verify(
        async (ask) => limited(ask, await acceptedRows(context, ask, any)),
        ({ answers, oneText }) => {
          const found = lengthWhenCut(answers);
          return found.length > 0 || !oneText ? found : lengthInBothModes(oneText);
        },
      );
      if (doubtful.length > 0)
        return new Inconclusive('the usage of every stream is unreliable', doubtful, 'stream/usage-sums');
      return undefined;
    },
  },
  {
    id: 'completion/within-limit',
    harm: 'answers',
    title: 'completion_tokens is at most n times the limit',
    clauses: ['2.1', '2.7'],
    level: 'should',
    about:
      'Reads all answers of the run. Warns if completion_tokens exceeds n times max_tokens (or max_completion_tokens).',
    async run(context) {
      const items = replies(context, () => true, 'ends').map((gather) => async (ask: Requester) => {
        const found = await gather(ask);
        if (found.usageStands) return found;
        return new Inconclusive('the usage is unreliable', [found.answer.exchange], 'stream/usage-sums');
      });
      await context.verifyEach(items, withinLimit);
    },
  },
  {
    id: 'completion/stop-absent',
    harm: 'answers',
    title: 'The content does not contain a stop string',
    clauses: ['2.1', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Sends requests with stop strings. Warns if the content contains one of them, or repeats the text before it.',
    async run(context) {
      const items = eachRow(
        context,
        (row) => stopStrings(row).length > 0,
        async (ask, row) => ({
          ...(await ask.reply(row)),
          stops: stopStrings(row),
        }),
      );
      await context.verifyEach(items, stopsBefore, 'this run has no request with stop strings');
    },
  },
];

export const checks: readonly Check[] = [...beginnings, ...bodies, ...together, ...openCompletionPoints];
