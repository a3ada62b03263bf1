import { cutOff, cutOffAnswer, flawedAnswer, flawedCompletion, goodRequest } from '../src/auth/endpoints.ts';
import { type AfterRefusal, untouchedByRefusal } from '../src/judge/after-refusal.ts';
import { wasAccepted } from '../src/requests/ask.ts';
import { answerKey } from '../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../src/vocabulary/exchange.ts';
import { leftOut } from '../src/vocabulary/undecidable.ts';

const aloneKey = (name: string) => answerKey<Exchange>(`status/alone/${name}`);
const afterRefusalKey = (refused: string, after: string) =>
  answerKey<AfterRefusal>(`status/after-refusal/${refused}/${after}`);

/** Larger than what a server reads at once: it may refuse such a body before it has read the whole. */
const LARGE = 100_000;

/** Requests that cost nothing: all but the last are refused. */
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

/** Spaces between the members, which mean nothing. */
const padded = ({ body }: RequestSpec) => String(body).replace('{', `{${' '.repeat(LARGE)}`);

/** What is refused, and what follows it on the same connection. */
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

/** Asks for the same on a connection of its own, and after a refusal. */
async function following(context: CheckContext, ask: Requester, refused: Name, after: Name) {
  const specs = requests(context.model);
  const alone = await aloneAnswered(ask, context.model, after);
  // What is taken is paid for, and says nothing of refusals. The large body has the same flaw.
  const known = refused === 'unparsable' ? [] : [await flawedAnswer(ask, context.model)];
  const taken = [...known, ...(after === 'usage' ? [] : [alone])].find(wasAccepted);
  if (taken) return leftOut(`${taken.label} is taken`, [taken]);
  if (after === 'usage' && !wasAccepted(alone)) return leftOut(`${alone.label} is not taken`, [alone]);
  const connection = `${after} after ${refused}`;
  // Under a name of its own: which of them comes first is no matter then.
  const evidence = await ask.shared(afterRefusalKey(refused, after), async (own) => ({
    refused: await own.send({ ...specs[refused], connection }),
    after: await own.send({ ...specs[after], connection }),
    alone,
  }));
  if (ask.round === 2 && untouchedByRefusal(evidence).length > 0) context.separateConnections();
  return evidence;
}

/** Rule 7.3: what a refusal leaves behind. */
export const checks: readonly Check[] = [
  {
    id: 'status/after-refusal',
    title: 'A refusal changes nothing for what follows it on its connection',
    clauses: ['7.3', '4.1'],
    level: 'must',
    ownSentence: true,
    phase: 'first',
    about:
      'A body that cannot be parsed, a parameter out of bounds and the same in a large body are sent, each followed by another request on the same connection: a status other than the same request gets on a connection of its own fails. From then on every request of the run has a connection of its own, so that what is said of it is true of it alone.',
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
];
