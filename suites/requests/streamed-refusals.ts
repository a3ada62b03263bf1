import { type RefusalKind, refusal } from '../../src/judge/refusal.ts';
import { acceptedControl } from '../../src/requests/accepted-control.ts';
import { breakable, type Violation } from '../../src/requests/arbitrary/violation.ts';
import { plainControl, settled } from '../../src/requests/ask.ts';
import type { Constraint } from '../../src/requests/constraints.ts';
import { badPost, kindOf, probeId } from '../../src/requests/probes.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import type { Profile } from '../../src/vocabulary/settings.ts';
import { Inconclusive, skipped, type Undecidable } from '../../src/vocabulary/undecidable.ts';
import { fullDraws, isBaseAccepted, sendDrawn } from './drawn.ts';

const CUT_STREAMED = answerKey<Exchange>('request/streamed-refusals/cut-streamed');

/** Every violation in a feature-rich request, which is streamed: the status reports it, not an event stream. */
export const streamedRefusalsCheck: Check = {
  id: 'request/streamed-refusals',
  harm: 'clients',
  title: 'Invalid streamed requests are rejected before the stream',
  clauses: ['7.3', '6'],
  level: 'must',
  about:
    'Violates each constraint in a streamed request with all other compatible optional members, and truncates a body. Passes and warns like the same violation without a stream. Fails on status 200 with an event stream that reports the error. Does not judge violations that are answered wrongly without a stream too.',
  async run(context) {
    const row = await acceptedControl(context);
    await context.verifyInTurn(
      [
        (ask) => cutOff(ask, row),
        ...fullDraws(context, triedIn(context.settings.profile))
          .filter(({ body }) => body.stream === true)
          .map((violation) => (ask: Requester) => refusedStream(context, ask, violation)),
      ],
      judged,
    );
  },
};

/** The constraints of a profile: the smoke profile tests no nested ones. */
const triedIn = (profile: Profile): Constraint[] =>
  breakable().filter(({ path }) => profile !== 'smoke' || path.length === 1);

interface Answer {
  kind: RefusalKind;
  exchange: Exchange;
  what: string;
}

function judged({ kind, exchange, what }: Answer) {
  return refusal(kind)({ exchange, what });
}

async function cutOff(ask: Requester, row: PlannedCompletion): Promise<Answer> {
  const what = 'the body is cut off, streamed';
  const bad = { constraint: 'request/unparsable-cut', kind: 'malformed', among: 'streamed' } as const;
  const body = JSON.stringify({ ...row.body, max_tokens: 1, stream: true }).slice(0, -1);
  const exchange = await ask.shared(CUT_STREAMED, (own) =>
    settled(own, { ...badPost(what, null, bad), body }, plainControl(row.body)),
  );
  return { exchange, what, kind: 'unparsable' };
}

async function refusedStream(
  context: CheckContext,
  ask: Requester,
  violation: Violation,
): Promise<Answer | Undecidable> {
  const { constraint, body } = violation;
  const kind = kindOf(constraint);
  const answer = { exchange: await sendDrawn(ask, violation), what: `${violation.what}, streamed`, kind };
  // The cause was found in the first round.
  if (judged(answer).length === 0 || ask.round === 2) return answer;
  const { stream: _, ...plain } = body;
  const unstreamed = await sendDrawn(ask, { ...violation, body: plain });
  if (judged({ ...answer, exchange: unstreamed }).length > 0)
    return new Inconclusive(
      `${violation.what}: answered wrongly without a stream too`,
      [answer.exchange, unstreamed],
      probeId(constraint),
    );
  if (isSuccess(answer.exchange) || (await isBaseAccepted(context, violation))) return answer;
  // Another check covers rejected combinations, which have no status of their own.
  return skipped('the request without the violation is rejected too', [answer.exchange]);
}
