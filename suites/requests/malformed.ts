import { type RefusalKind, refusal } from '../../src/judge/refusal.ts';
import {
  completionSpec,
  control,
  jsonPost,
  type PlannedCompletion,
  plainRow,
  settled,
} from '../../src/requests/ask.ts';
import type { Json } from '../../src/requests/edit.ts';
import type { Malformed } from '../../src/requests/malformed.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';

/** A check over bodies that are wrong as text. */
export function malformedCheck(
  id: `request/${string}`,
  title: string,
  kind: Extract<RefusalKind, 'unparsable' | 'not-an-object' | 'lenient'>,
  bodies: (control: Json) => readonly Malformed[],
): Check {
  return {
    id,
    title,
    clauses: ['7.3'],
    level: 'must',
    about: `${title}: each way in a request of its own, made from one that is accepted. ${ABOUT[kind]}`,
    async run(context) {
      const row = plainRow(context.model);
      await control(context, row);
      await context.verifyEach(
        bodies(row.body).map((malformed) => (ask) => refusedBytes(ask, id, malformed, row)),
        refusal(kind),
      );
    },
  };
}

const ABOUT = {
  unparsable: '400 passes, another client error than 422 warns, everything else fails.',
  'not-an-object': '400 passes, another client error warns, acceptance and server errors fail.',
  lenient: 'Many readers of JSON take it: 400 passes, a server error fails, everything else warns.',
} as const;

/** Sends bytes as they are, in a name of their own. */
async function refusedBytes(ask: Requester, id: string, malformed: Malformed, row: PlannedCompletion) {
  const spec = { ...jsonPost(malformed.what, null), body: malformed.body };
  const exchange = await ask.shared(`${id}/${malformed.name}`, (own) =>
    settled(own, spec, completionSpec(row)),
  );
  return { exchange, what: malformed.what };
}
