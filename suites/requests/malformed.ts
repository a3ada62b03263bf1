import { type RefusalKind, refusal } from '../../src/judge/refusal.ts';
import { acceptedControl } from '../../src/requests/accepted-control.ts';
import { completionSpec, settled } from '../../src/requests/ask.ts';
import type { Json } from '../../src/requests/edit.ts';
import type { Malformed } from '../../src/requests/malformed.ts';
import { badPost, type RequestCheckId } from '../../src/requests/probes.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';
import type { BadRequest, Exchange } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';

/** A check of syntactically invalid bodies. */
export function malformedCheck(
  id: RequestCheckId,
  title: string,
  kind: Extract<RefusalKind, 'unparsable' | 'not-an-object' | 'no-text' | 'lenient'>,
  bodies: (control: Json) => readonly Malformed[],
): Check {
  return {
    id,
    title,
    clauses: ['7.3'],
    level: 'must',
    about: `Sends each variant in a request of its own, derived from an accepted one. ${ABOUT[kind]}`,
    async run(context) {
      const row = await acceptedControl(context);
      await context.verifyInTurn(
        bodies({ ...row.body, max_tokens: 1 }).map(
          (malformed) => (ask) => refusedBytes(ask, { constraint: id, kind: BAD[kind] }, malformed, row),
        ),
        refusal(kind),
      );
    },
  };
}

const BAD = {
  unparsable: 'malformed',
  'not-an-object': 'malformed',
  'no-text': 'malformed',
  lenient: 'lenient',
} as const;

const ABOUT = {
  unparsable:
    'Passes on 400. Warns on another client error except 422. Fails on 422, acceptance and server errors.',
  'not-an-object':
    'Passes on 400 and 422. Warns on another client error. Fails on acceptance and server errors.',
  'no-text': 'Passes on 400. Warns on another client error. Fails on acceptance and server errors.',
  lenient:
    'Passes on 400. Warns on acceptance, since many JSON parsers are lenient, and on other rejections. Fails on a server error.',
} as const;

/** Sends bytes unchanged, under their own name. */
async function refusedBytes(
  ask: Requester,
  bad: Pick<BadRequest, 'constraint' | 'kind'>,
  malformed: Malformed,
  row: PlannedCompletion,
) {
  const post = badPost(malformed.what, null, { ...bad, among: 'alone' });
  const spec = { ...post, body: malformed.body };
  const exchange = await ask.shared(answerKey<Exchange>(`${bad.constraint}/${malformed.name}`), (own) =>
    settled(own, spec, completionSpec(row)),
  );
  return { exchange, what: malformed.what };
}
