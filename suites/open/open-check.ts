import { completionSpec, jsonPost, plainRow } from '../../src/requests/ask.ts';
import type { Json } from '../../src/requests/edit.ts';
import type { Check, CheckContext } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import { planned } from '../../src/vocabulary/planned-completion.ts';
import { observeAnswer } from './observe.ts';

/** An open point: a key for the report, its description, and the body that tests it. */
type Point = readonly [key: string, what: string, body: Json];

/** A check that records the response to each of its points; it never accuses. */
export function openCheck(
  part: Pick<Check, 'title' | 'about' | 'harm'> & {
    id: `request/open-${string}`;
    clause?: string;
    profile: 'standard' | 'exhaustive';
    /** The contract says that it is rejected: it is expected to be free. */
    free?: true;
    points: (model: string) => readonly Point[];
    /** What is asked in addition if a point is rejected. */
    control?: (model: string) => Point;
  },
): Check {
  return {
    id: part.id,
    title: part.title,
    ...(part.harm && { harm: part.harm }),
    clauses: [part.clause ?? '2.1'],
    level: 'open',
    profile: part.profile,
    restsOn: ['request/accepts-plain'],
    about: part.about,
    async run(context) {
      let isRejected = false;
      for (const point of part.points(context.model)) {
        const sent = await observePoint(context, point, part.free);
        isRejected ||= sent !== undefined && !isSuccess(sent);
      }
      if (part.control && isRejected) await observePoint(context, part.control(context.model));
    },
  };
}

export function observePoint(context: CheckContext, [key, what, body]: Point, free = false) {
  const spec = free ? jsonPost(what, body) : completionSpec(planned(key, what, body));
  return observeAnswer(context, key, spec, what);
}

/** The minimal request at the smallest price, with more members. */
export const small = (model: string, members: Json): Json => ({
  ...plainRow(model).body,
  max_tokens: 1,
  ...members,
});
