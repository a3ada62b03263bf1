import { schemaOf } from '../../src/contract/schemas.ts';
import { jsonPost } from '../../src/requests/ask.ts';
import { plainRow } from '../../src/requests/basics.ts';
import { typesOf } from '../../src/requests/constraints.ts';
import { firstOnly, plausible, secondOnly } from '../../src/requests/description.ts';
import { single } from '../../src/requests/single.ts';
import type { Check, CheckContext } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import { outcome } from '../requests/accepted.ts';
import { openAnswer } from './observe.ts';

/** How many of several members were accepted. */
type Share = 'all' | 'some' | 'none';

/**
 * Members that may be null only in the second description. The limit stays a number: without one a completion has
 * no end.
 */
function nullable(): string[] {
  const first = schemaOf('completion-request').properties ?? {};
  const second = schemaOf('completion-request-second').properties ?? {};
  const takes = (schema: unknown) => typeof schema === 'object' && typesOf(schema as object).includes('null');
  return Object.keys(first).filter((m) => takes(second[m]) && !takes(first[m]) && m !== 'max_tokens');
}

/** Sends a request with more members. The first description rejects it: it is expected to be free. */
function ask(context: CheckContext, name: string, members: Record<string, unknown>): Promise<Exchange> {
  const spec = jsonPost(name, { ...plainRow(context.model).body, max_tokens: 1, ...members });
  return openAnswer(context, name, spec);
}

/** All at once if the target accepts them so, otherwise one by one: rejections are free. */
async function share(
  context: CheckContext,
  name: string,
  members: Record<string, unknown>,
): Promise<{ share: Share; seen: Exchange[] }> {
  const together = await ask(context, name, members);
  if (isSuccess(together)) return { share: 'all', seen: [together] };
  const alone = await Promise.all(
    Object.entries(members).map(([member, value]) => ask(context, `${name}-${member}`, { [member]: value })),
  );
  return { share: shareOf(alone), seen: [together, ...alone] };
}

function shareOf(exchanges: readonly Exchange[]): Share {
  const accepted = exchanges.filter(isSuccess).length;
  return accepted === 0 ? 'none' : accepted === exchanges.length ? 'all' : 'some';
}

/** Whether the members of the first description only are accepted: looked up in the run's requests first. */
async function firstOnlyMembers(context: CheckContext): Promise<{ share: Share; seen: Exchange[] }> {
  const answers = new Map<string, Exchange>();
  for (const member of firstOnly()) {
    for (const row of context.planned) {
      const known = answers.get(member);
      if (row.body[member] === undefined || (known && isSuccess(known))) continue;
      answers.set(member, await outcome(context, row));
    }
    if (answers.has(member)) continue;
    const alone = single(member, { model: context.model, [member]: plausible(member) });
    answers.set(member, await outcome(context, alone));
  }
  // A plain model may reject an effort under either description.
  const effort = answers.get('reasoning_effort');
  const others = [...answers]
    .filter(([member]) => member !== 'reasoning_effort')
    .map(([, exchange]) => exchange);
  const excused =
    effort && !isSuccess(effort) && context.reasoningModel === undefined && others.some(isSuccess);
  return { share: shareOf(excused ? others : [...answers.values()]), seen: [...answers.values()] };
}

/** A response that contradicts the description of the others. */
function outOfLine(nulls: readonly Exchange[], added: readonly Exchange[], listed: readonly Exchange[]) {
  const ofFirst = [...[...nulls, ...added].filter(isSuccess), ...listed.filter((e) => !isSuccess(e))];
  const ofSecond = [...[...nulls, ...added].filter((e) => !isSuccess(e)), ...listed.filter(isSuccess)];
  const isFirst = ofFirst.length <= ofSecond.length;
  const exchange = (isFirst ? ofFirst : ofSecond)[0]!;
  const did = isSuccess(exchange) ? 'is accepted' : 'is refused';
  return {
    exchange,
    what: `${exchange.label} ${did}, unlike the ${isFirst ? 'first' : 'second'} description`,
  };
}

/** Which published description of the request the target follows. */
export const descriptionCheck: Check = {
  id: 'request/published-description',
  title: 'The request follows one of the two published descriptions',
  clauses: ['2.1'],
  level: 'open',
  profile: 'standard',
  restsOn: ['request/accepts-plain'],
  about:
    'Sends null where only the second description allows null, and the members that only one description lists. Records the description. Warns if the service mixes them.',
  async run(context) {
    const nulls = await share(context, 'null-members', Object.fromEntries(nullable().map((m) => [m, null])));
    const added = await share(
      context,
      'second-only-members',
      Object.fromEntries(secondOnly().map((m) => [m, plausible(m)])),
    );
    const listed = await firstOnlyMembers(context);
    const seen = [...nulls.seen, ...added.seen, ...listed.seen];
    const shape = `${nulls.share} ${added.share} ${listed.share}`;
    const name = shape === 'none none all' ? 'first' : shape === 'all all none' ? 'second' : 'mixed';
    context.observe('request-description', name, ...seen);
    context.observe('null-members-accepted', nulls.share);
    context.observe('second-only-members-accepted', added.share);
    context.observe('first-only-members-accepted', listed.share);
    if (name !== 'mixed') return;
    const odd = outOfLine(nulls.seen, added.seen, listed.seen);
    context.report({
      expected:
        'one published description throughout: the first (no null; max_completion_tokens and similar accepted) or the second (null, timeout and similar accepted)',
      actual: `${odd.what}; null accepted for ${nulls.share} of ${nullable().length}; ${secondOnly().join(', ')} accepted: ${added.share}; ${firstOnly().join(', ')} accepted: ${listed.share}`,
      place: 'status',
      exchanges: [odd.exchange.id, ...seen.filter((e) => e !== odd.exchange).map((e) => e.id)],
      as: 'warn',
    });
  },
};
