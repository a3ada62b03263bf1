import { answerOfBody } from '../../src/judge/answer.ts';
import type { GrowingPrompt } from '../../src/judge/completion/prompt-tokens.ts';
import { list, member } from '../../src/judge/json.ts';
import { completed } from '../../src/requests/bodies.ts';
import { rows, unstreamed } from '../../src/requests/rows.ts';
import type { Answer } from '../../src/vocabulary/answer.ts';
import type { CheckContext, Requester } from '../../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';

/** Two requests; the second one contains the first one and more. */
interface Pair {
  more: string;
  short: PlannedCompletion;
  long: PlannedCompletion;
}

/** So many words take at least sixty tokens: a service may replace a shorter message by a longer one of its own. */
const WORDS = 60;

const FRAME = 'a long system message';

/** The text that a model reads of a message, whatever its role. */
const said = (message: unknown) => JSON.stringify([member(message, 'role'), member(message, 'content')]);
const messages = ({ body }: PlannedCompletion) => list(body.messages);
const toolsOf = ({ body }: PlannedCompletion) => JSON.stringify(body.tools ?? []);

/** Requests with comparable prompts: they have only messages and tools. */
const comparable = (row: PlannedCompletion) => unstreamed(row) && row.body.response_format === undefined;

function follows(short: PlannedCompletion, long: PlannedCompletion): boolean {
  let at = 0;
  for (const message of messages(long)) {
    if (at < messages(short).length && said(message) === said(messages(short)[at])) at++;
  }
  return at === messages(short).length;
}

/** Number of turns from which services drop the first ones. */
const MANY = 7;

/**
 * Whether a conversation of many turns begins with the long text that frames the only turn of another: if the
 * service drops the first turns, it is the shorter one. The role of that text does not affect its length.
 */
function beginsWithAll(short: PlannedCompletion, long: PlannedCompletion): boolean {
  const [first, last] = [member(messages(long)[0], 'content'), said(messages(long).at(-1))];
  return (
    messages(long).length >= MANY &&
    messages(short).length === 2 &&
    member(messages(short)[0], 'content') === first &&
    said(messages(short)[1]) === last &&
    words(messages(long)[0]) >= WORDS
  );
}

function moreIn(short: PlannedCompletion, long: PlannedCompletion): string | undefined {
  if (short === long || short.body.model !== long.body.model) return undefined;
  const added = messages(long).length - messages(short).length;
  const sameTools = toolsOf(short) === toolsOf(long) && short.body.tool_choice === long.body.tool_choice;
  if (sameTools && beginsWithAll(short, long)) return 'many turns';
  if (sameTools && framesLess(short, long)) return FRAME;
  if (!follows(short, long)) return undefined;
  if (added === 0) {
    // With tool_choice none, services omit the tools.
    const offers = toolsOf(short) === '[]' && toolsOf(long) !== '[]' && long.body.tool_choice !== 'none';
    const must = !['auto', undefined].includes(long.body.tool_choice as string | undefined);
    return offers ? (must ? 'tools of which one must be called' : 'tools') : undefined;
  }
  if (!sameTools) return undefined;
  const [first] = messages(long);
  if (!isFramed(short, long)) return 'a longer conversation';
  return added === 1 && words(first) >= WORDS ? FRAME : undefined;
}

/** A long system message, and nothing that takes more tokens behind it than the other request has in all. */
function framesLess(short: PlannedCompletion, long: PlannedCompletion): boolean {
  const [[only, ...others], [frame, last, ...more]] = [messages(short), messages(long)];
  if (others.length > 0 || more.length > 0 || !isFramed(short, long)) return false;
  const [shortText, longText] = [member(only, 'content'), member(last, 'content')].map(String);
  return shortText!.length >= longText!.length && words(frame) >= WORDS + words(only);
}

const isFramed = (short: PlannedCompletion, long: PlannedCompletion) =>
  member(messages(long)[0], 'role') === 'system' && member(messages(short)[0], 'role') !== 'system';

const words = (message: unknown) => String(member(message, 'content')).split(/\s+/).length;

/** All pairs of the requests that the run sends anyway: one of them may be refused. */
function pairs(all: readonly PlannedCompletion[]): Pair[] {
  return all.flatMap((long) =>
    all.flatMap((short) => {
      const more = moreIn(short, long);
      return more === undefined ? [] : [{ more, short, long }];
    }),
  );
}

/** The usage of a completion, whatever its choices look like. */
async function told(ask: Requester, row: PlannedCompletion): Promise<Answer> {
  const { exchange, body } = await completed(ask, row);
  return answerOfBody(exchange, body);
}

/** Gatherers of pairs of completions, where one prompt contains the other and more. */
export function growingPrompts(context: CheckContext): ((ask: Requester) => Promise<GrowingPrompt>)[] {
  return pairs(rows(context, comparable)).map(({ more, short, long }) => async (ask) => {
    const [one, two] = [await told(ask, short), await told(ask, long)];
    if (one.usage && two.usage) return { more, short: one, long: two };
    throw new Inconclusive(
      'the answer reports no usage',
      [one.exchange, two.exchange],
      'completion/usage-present',
    );
  });
}
