import type { Asking, Check, Interview } from '../../check.ts';
import { schemaOf } from '../../contract/schemas.ts';
import type { Exchange } from '../../target/exchange.ts';
import { outcome } from '../acceptance-checks.ts';
import { completionSpec, jsonPost, planned, wasAccepted } from '../ask.ts';
import { plainRow, toolRow } from '../basics.ts';
import { typesOf } from '../constraints.ts';
import { corpusOf } from '../corpus-of.ts';
import { firstOnly, plausible, secondOnly } from '../description.ts';
import { single } from '../single.ts';

/** How many of several members were accepted. */
type Share = 'all' | 'some' | 'none';

/** Members that only the second description lets be null. The limit stays a number: without one an answer has no end. */
function nullable(): string[] {
  const first = schemaOf('completion-request').properties ?? {};
  const second = schemaOf('completion-request-second').properties ?? {};
  const takes = (schema: unknown) => typeof schema === 'object' && typesOf(schema as object).includes('null');
  return Object.keys(first).filter((m) => takes(second[m]) && !takes(first[m]) && m !== 'max_tokens');
}

/** Sends a request with more members. What the first description refuses is expected to cost nothing. */
function ask(
  asking: Asking,
  model: string,
  name: string,
  members: Record<string, unknown>,
): Promise<Exchange> {
  const body = { ...plainRow(model).body, max_tokens: 1, ...members };
  const spec =
    name === 'null-tool_choice-stop' ? completionSpec(planned(name, name, body)) : jsonPost(name, body);
  return asking.shared(`open/${name}`, (own) => own.send(spec));
}

/** All at once where the target takes them so, otherwise one by one: what is refused costs nothing. */
async function share(
  t: Interview,
  name: string,
  members: Record<string, unknown>,
): Promise<{ share: Share; seen: Exchange[] }> {
  const together = await ask(t, t.model, name, members);
  if (wasAccepted(together)) return { share: 'all', seen: [together] };
  const seen = [together];
  for (const [member, value] of Object.entries(members))
    seen.push(await ask(t, t.model, `${name}-${member}`, { [member]: value }));
  return { share: shareOf(seen.slice(1)), seen };
}

function shareOf(exchanges: readonly Exchange[]): Share {
  const accepted = exchanges.filter(wasAccepted).length;
  return accepted === 0 ? 'none' : accepted === exchanges.length ? 'all' : 'some';
}

/** Whether the members that only the first description lists are accepted: looked up in the run's requests first. */
async function firstOnlyMembers(t: Interview): Promise<{ share: Share; seen: Exchange[] }> {
  const seen: Exchange[] = [];
  for (const member of firstOnly()) {
    let last: Exchange | undefined;
    for (const row of corpusOf(t)) {
      if (row.body[member] === undefined || (last && wasAccepted(last))) continue;
      last = await outcome(t, row);
    }
    seen.push(last ?? (await outcome(t, single(member, { model: t.model, [member]: plausible(member) }))));
  }
  return { share: shareOf(seen), seen };
}

/** Which published description of the request the target follows. */
export const descriptionCheck: Check = {
  id: 'request/published-description',
  title: 'Which of the two published descriptions of the request is followed',
  clauses: ['2.1'],
  level: 'open',
  profile: 'standard',
  needs: ['request/accepts-plain'],
  about:
    'Null for the members that only the second description lets be null, the members that only one of them lists. Either is recorded; a target that mixes them is warned.',
  async run(t) {
    const nulls = await share(t, 'null-members', Object.fromEntries(nullable().map((m) => [m, null])));
    const added = await share(
      t,
      'second-only-members',
      Object.fromEntries(secondOnly().map((m) => [m, plausible(m)])),
    );
    const listed = await firstOnlyMembers(t);
    const seen = [...nulls.seen, ...added.seen, ...listed.seen];
    const shape = `${nulls.share} ${added.share} ${listed.share}`;
    const name = shape === 'none none all' ? 'first' : shape === 'all all none' ? 'second' : 'mixed';
    t.observe('request-description', name, ...seen);
    t.observe('null-members-accepted', nulls.share);
    t.observe('second-only-members-accepted', added.share);
    t.observe('first-only-members-accepted', listed.share);
    if (name !== 'mixed') return;
    t.report({
      expected:
        'one published description throughout: the first (no null, max_completion_tokens and its like accepted) or the second (null and timeout and its like accepted)',
      actual: `null accepted for ${nulls.share} of ${nullable().length}, ${secondOnly().join(', ')} accepted: ${added.share}, ${firstOnly().join(', ')} accepted: ${listed.share}`,
      place: 'status',
      exchanges: [nulls.seen[0]!.id, ...seen.slice(1).map((e) => e.id)],
      as: 'warn',
    });
  },
};

/** stop and tool_choice may be null under the first description. */
export const nullWhereListedCheck: Check = {
  id: 'request/null-where-listed',
  title: 'stop and tool_choice may be null',
  clauses: ['2.1'],
  level: 'should',
  profile: 'standard',
  needs: ['request/accepts-tools'],
  about:
    'One request with tools, in which stop and tool_choice are null. When it is refused, each is asked for alone. The second description does not let tool_choice be null, so a refusal only warns.',
  async run(t) {
    const { tools, messages } = toolRow(t.model).body;
    const send = (asking: Asking, members: Record<string, unknown>) =>
      ask(
        asking,
        t.model,
        `null-${Object.keys(members)
          .filter((m) => members[m] === null)
          .join('-')}`,
        { messages, ...members },
      );
    const both = await send(t, { tools, tool_choice: null, stop: null });
    if (wasAccepted(both)) return t.held(both);
    const alone = [{ stop: null }, { tools, tool_choice: null }];
    await t.verifyEach(
      alone.map((members) => async (asking) => ({
        exchange: await send(asking, members),
        name: Object.keys(members).at(-1)!,
      })),
      ({ exchange, name }) =>
        wasAccepted(exchange)
          ? []
          : [
              {
                expected: 'null is accepted where the first description lists it',
                actual: `status ${exchange.response?.status} for ${name} = null`,
                place: 'status',
                exchanges: [exchange.id],
              },
            ],
    );
  },
};
