import { cutOff, cutOffAnswer, flawedAnswer, flawedCompletion, goodRequest } from '../src/auth/endpoints.ts';
import { acceptedAlways, refusedOnly } from '../src/judge/accepted-always.ts';
import {
  type AfterCancellation,
  type AfterRefusal,
  untouchedByCancellation,
  untouchedByRefusal,
} from '../src/judge/after-refusal.ts';
import { soundAtAnyPlace } from '../src/judge/error-places.ts';
import { showsLimit } from '../src/judge/rate-limit.ts';
import { completion, completionSpec } from '../src/requests/ask.ts';
import { longStreamRow, plainRow } from '../src/requests/basics.ts';
import { completionAfterRefusals, jsonPost } from '../src/requests/planned.ts';
import { answerKey } from '../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import { type Exchange, isSuccess, type RequestSpec } from '../src/vocabulary/exchange.ts';
import { type PlannedCompletion, planned } from '../src/vocabulary/planned-completion.ts';
import { Inconclusive, NotApplicable, orUndefined, skipped } from '../src/vocabulary/undecidable.ts';

const aloneKey = (name: string) => answerKey<Exchange>(`status/alone/${name}`);
const afterCancellationKey = (row: string) =>
  answerKey<Omit<AfterCancellation, 'alone'>>(`status/after-cancellation/${row}`);
const afterRefusalKey = (refused: string, after: string) =>
  answerKey<AfterRefusal>(`status/after-refusal/${refused}/${after}`);

/** Larger than a server's read buffer: it may reject such a body before it has read the whole. */
const LARGE = 100_000;

/** Free requests: all but the last are rejected. */
function requests(model: string) {
  const flawed = flawedCompletion(model, 'a temperature of 3');
  return {
    unparsable: cutOff(model),
    flawed,
    large: { ...flawed, label: 'a temperature of 3 in a large body', body: padded(flawed) },
    usage: { ...goodRequest('summary', model), label: 'the summary without dates' },
  } as const satisfies Record<string, RequestSpec>;
}
type Name = keyof ReturnType<typeof requests>;

/** Insignificant spaces between the members. */
const padded = ({ body }: RequestSpec) => String(body).replace('{', `{${' '.repeat(LARGE)}`);

/** A rejected request, and the next one on the same connection. */
const FOLLOWING: readonly (readonly [refused: Name, after: Name])[] = [
  ['unparsable', 'flawed'],
  ['flawed', 'unparsable'],
  ['large', 'flawed'],
  ['unparsable', 'usage'],
  ['flawed', 'usage'],
];

function aloneAnswered(ask: Requester, model: string, name: Name): Promise<Exchange> {
  if (name === 'flawed') return flawedAnswer(ask, model);
  if (name === 'unparsable') return cutOffAnswer(ask, model);
  return ask.shared(aloneKey(name), (own) =>
    own.send({ ...requests(model)[name], connection: `alone ${name}` }),
  );
}

/** Sends the same request on a separate connection, and after a rejection. */
async function following(context: CheckContext, ask: Requester, refused: Name, after: Name) {
  const specs = requests(context.model);
  const alone = await aloneAnswered(ask, context.model, after);
  // An accepted request is billed, and shows nothing about rejections. The large body has the same flaw.
  const known = refused === 'unparsable' ? [] : [await flawedAnswer(ask, context.model)];
  const taken = [...known, ...(after === 'usage' ? [] : [alone])].find(isSuccess);
  if (taken) return skipped(`${taken.label} is taken`, [taken]);
  if (after === 'usage' && !isSuccess(alone)) return skipped(`${alone.label} is not accepted`, [alone]);
  const connection = `${after} after ${refused}`;
  // A separate name: their order does not matter then.
  const evidence = await ask.shared(afterRefusalKey(refused, after), async (own) => ({
    refused: await own.send({ ...specs[refused], connection }),
    after: await own.send({ ...specs[after], connection }),
    alone,
  }));
  if (ask.round === 1 || untouchedByRefusal(evidence).length === 0) return evidence;
  const repeated = { ...evidence, again: await repeatedAtOnce(ask, specs, { refused, after }, evidence) };
  if (untouchedByRefusal(repeated).length > 0) context.separateConnections();
  return repeated;
}

/** How often a request is sent at once: one that is rejected at intervals is accepted among them. */
const AT_ONCE = [1, 2, 3] as const;

/** Sends the rejected request of a pair several times at once, each on a new connection: this is free. */
async function repeatedAtOnce(
  ask: Requester,
  specs: Readonly<Record<Name, RequestSpec>>,
  { refused, after }: { refused: Name; after: Name },
  { after: answer }: AfterRefusal,
): Promise<NonNullable<AfterRefusal['again']>> {
  const isAlone = isSuccess(answer);
  const name = isAlone ? `${after} alone` : `${after} after ${refused}`;
  const answers = AT_ONCE.map((turn) =>
    ask.shared(answerKey<Exchange>(`status/again/${name}/${turn}`), async (own) => {
      const connection = `${name} again ${turn}`;
      if (!isAlone) await own.send({ ...specs[refused], connection });
      return own.send({ ...specs[after], connection });
    }),
  );
  return { [isAlone ? 'alone' : 'after']: await Promise.all(answers) };
}

/** A valid request after an accepted one on its connection, which has the same position; undefined without one. */
function afterAccepted(ask: Requester, row: PlannedCompletion): Promise<Exchange | undefined> {
  return ask.shared(answerKey<Exchange | undefined>(`status/after-accepted/${row.id}`), async (own) => {
    const connection = `accepted before ${row.id}`;
    const { usage } = requests(String(row.body.model));
    const before = await orUndefined(own.sendOnce({ ...usage, connection }));
    return before && isSuccess(before) ? own.send({ ...completionSpec(row), connection }) : undefined;
  });
}

/** A valid request after rejections on its connection, and the same on another one if it was rejected. */
async function afterRefusals(ask: Requester, row: PlannedCompletion) {
  const { refused, after } = await completionAfterRefusals(ask, row);
  if (isSuccess(after)) return { after, alone: after };
  const alone = (ask.round === 2 && (await afterAccepted(ask, row))) || (await completion(ask, row));
  if (!isSuccess(alone)) return new NotApplicable(`${row.why}: refused without them, too`);
  if (ask.round === 1) return { refused, after, alone };
  const again = AT_ONCE.map((turn) => completionAfterRefusals(ask, { ...row, id: `${row.id}/${turn}` }));
  return { refused, after, alone, again: { after: (await Promise.all(again)).map((pair) => pair.after) } };
}

/** Tokens of a stream that is canceled: long enough that its end was not sent yet. */
const CANCELED_TOKENS = 24;

/** Valid requests, each right after a stream that was canceled and at another time; one after the other. */
async function afterCancellations(context: CheckContext, ask: Requester) {
  const { model } = context;
  const stream = planned('canceled', 'a stream that is canceled', {
    ...longStreamRow(model).body,
    max_tokens: CANCELED_TOKENS,
  });
  const canceledOnce = { ...completionSpec(stream), limits: { canceled: true } } as const;
  const plain = plainRow(model);
  const streamed = { ...plain.body, stream: true };
  const all: AfterCancellation[] = [];
  for (const row of [plain, planned('plain-streamed', `${plain.why}, streamed`, streamed)]) {
    const alone = await completion(ask, row);
    if (!isSuccess(alone)) continue;
    const after = { ...completionSpec(row), label: `${row.why}, after a stream that was canceled` };
    const pair = await ask.shared(afterCancellationKey(row.id), async (own) => ({
      canceled: await own.send(canceledOnce),
      after: await own.send(after),
    }));
    if (pair.canceled.failure?.kind === 'canceled') all.push({ ...pair, alone });
  }
  return all.length > 0 ? all : skipped('no stream was canceled before a request that is accepted otherwise');
}

/** Maximum number of repeated valid requests that were only rejected, and how many of those may be accepted. */
const ASKED_AGAIN = 20;
const ACCEPTED_AGAIN = 2;

/** All completions of the run, and repetitions of some that were always rejected. */
async function asked(context: CheckContext): Promise<readonly Exchange[]> {
  const all = [...context.ownCompletions()];
  const refused = refusedOnly(all).filter(({ billable }) => billable);
  let taken = 0;
  for (const { id, label, request, billable } of refused.slice(0, ASKED_AGAIN)) {
    const again = {
      ...jsonPost(label, {}),
      body: Buffer.from(request.body).toString('utf8'),
      billable: billable!,
      connection: `again ${id}`,
    };
    // If no more may be bought, what the run has seen decides.
    const exchange = await orUndefined(context.send(again));
    if (!exchange) break;
    all.push(exchange);
    if (isSuccess(exchange) && ++taken >= ACCEPTED_AGAIN) break;
  }
  return all;
}

/** Rule 7.3: effects of a rejection on later requests. */
export const checks: readonly Check[] = [
  {
    id: 'status/after-refusal',
    title: 'A rejection does not affect the next request on its connection',
    clauses: ['7.3', '4.1'],
    level: 'must',
    ownSentence: true,
    phase: 'first',
    about:
      'Sends malformed JSON, a parameter out of bounds, and the same in a large body, each followed by a valid request on the same connection. Fails if the second request gets a different status than on a connection of its own. After a failure every request of the run uses its own connection.',
    run: (context) =>
      context.verifyEach(
        FOLLOWING.map(
          ([refused, after]) =>
            (ask) =>
              following(context, ask, refused, after),
        ),
        untouchedByRefusal,
      ),
  },
  {
    id: 'status/accepted-always',
    title: 'A valid request that is accepted once is accepted whenever it is sent',
    clauses: ['4.1', '7.3'],
    level: 'must',
    ownSentence: true,
    phase: 'late',
    profile: 'standard',
    about:
      'Sends two valid requests, one of them streamed, after a rejection on their connections (the exhaustive profile: the other after three). Reads all completions of the run, and sends some rejected ones again. Fails if a valid request is rejected only after rejections, or if two requests were rejected with one status and accepted at another time. Warns on a single one, and on status 500 for three or more that were accepted at another time. Fails if status 500 came three times or more, only at multiples of one position on a connection, and no request was accepted there.',
    async run(context) {
      context.report(...soundAtAnyPlace(context.serverErrors(), context.acceptedPlaces()));
      const met = context.rateLimited();
      if (met && showsLimit(met))
        throw new Inconclusive('a rate limit was met with another status', [], 'status/rate-limit');
      // What the run has seen already decides, also when nothing more may be bought.
      const isSeen = acceptedAlways([...context.ownCompletions()]).some(({ as }) => as === undefined);
      const rows = context.planned.filter((row) => row.afterRefusals);
      await context
        .verifyEach(
          rows.map((row) => (ask) => afterRefusals(ask, row)),
          ({ refused, ...evidence }) => (refused ? untouchedByRefusal({ ...evidence, refused }) : []),
        )
        .catch((error: unknown) => {
          if (!(error instanceof NotApplicable || (isSeen && error instanceof Inconclusive))) throw error;
        });
      context.held(...context.ownCompletions().filter(isSuccess).slice(0, 1));
      context.report(...acceptedAlways(isSeen ? [...context.ownCompletions()] : await asked(context)));
    },
  },
  {
    id: 'status/after-cancellation',
    title: 'A canceled stream does not affect the next request',
    clauses: ['4.1', '7.3'],
    level: 'must',
    ownSentence: true,
    phase: 'late',
    profile: 'exhaustive',
    about:
      'Cancels a stream when its first data arrives, and sends a valid request at once, streamed and not. Fails if it is rejected and was accepted at another time. The response itself is judged like all others. Runs in the exhaustive profile only, because canceled streams are billed.',
    run: (context) =>
      context.verify(
        (ask) => afterCancellations(context, ask),
        (all) => all.flatMap(untouchedByCancellation),
      ),
  },
];
