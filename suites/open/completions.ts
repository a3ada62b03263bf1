import { descriptionOf, extraMembers, optionalMembers } from '../../src/judge/completion/observed.ts';
import { isObject, list } from '../../src/judge/json.ts';
import { completions } from '../../src/requests/bodies.ts';
import { rows, unstreamed } from '../../src/requests/rows.ts';
import type { Check, CheckContext } from '../../src/vocabulary/check.ts';
import { gathered, Inconclusive } from '../../src/vocabulary/undecidable.ts';

const SENT = 'Reads every completion of the run that is not streamed.';

const allOf = (context: CheckContext) => gathered(completions(context).map((gather) => gather(context)));

/** What the contract leaves open of completions (2.7). */
export const openCompletionPoints: readonly Check[] = [
  {
    id: 'completion/members',
    title: 'Optional and additional members of a completion',
    clauses: ['2.7'],
    level: 'open',
    about: `${SENT} Records the published description that the body matches, its optional members, and members beyond the schema.`,
    async run(context) {
      const found = await allOf(context);
      const exchanges = found.map(({ exchange }) => exchange);
      const all = found.map(({ body }) => body);
      context.observe('response-description', descriptionOf(all), ...exchanges);
      context.observe('response-optional-members', optionalMembers(all).join(' ') || 'none', ...exchanges);
      context.observe('response-extra-members', extraMembers(all).join(' ') || 'none', ...exchanges);
    },
  },
  {
    id: 'completion/model-name',
    title: 'Model name in the answer',
    clauses: ['2.7'],
    level: 'open',
    about: `${SENT} Records whether model equals the requested name.`,
    async run(context) {
      const found = await allOf(context);
      const same = found.every(({ body, row }) => body.model === row.body.model);
      context.observe('model-name', same ? 'as-sent' : 'other', ...found.map(({ exchange }) => exchange));
    },
  },
  {
    id: 'completion/same-seed',
    harm: 'answers',
    title: 'Text of two requests with the same seed',
    clauses: ['2.1'],
    level: 'open',
    profile: 'standard',
    about: 'Sends the same request with a seed and temperature 0 twice. Records whether the texts are equal.',
    async run(context) {
      const seeded = rows(
        context,
        (row) => unstreamed(row) && row.body.temperature === 0 && 'seed' in row.body,
      );
      const groups = Map.groupBy(seeded, (row) => JSON.stringify(row.body));
      const twins = [...groups.values()].find((group) => group.length > 1);
      if (!twins) return new Inconclusive('this run does not repeat any request');
      const answers = (await gathered(twins.map((row) => context.reply(row)))).map(({ answer }) => answer);
      const texts = new Set(answers.map((answer) => answer.choices.map((c) => c.content).join('\n')));
      context.observe(
        'same-seed',
        texts.size === 1 ? 'same-text' : 'other-text',
        ...answers.map((a) => a.exchange),
      );
      return undefined;
    },
  },
  {
    id: 'completion/token-ids',
    title: 'Token ids and seed in the choices',
    clauses: ['2.7'],
    level: 'open',
    about: `${SENT} Records whether choices have token_ids and seed, and the body has prompt_token_ids.`,
    async run(context) {
      const found = await allOf(context);
      const names = ['token_ids', 'seed'].filter((name) =>
        found.some(({ body }) => list(body.choices).some((choice) => isObject(choice) && name in choice)),
      );
      if (found.some(({ body }) => 'prompt_token_ids' in body)) names.push('prompt_token_ids');
      context.observe('token-ids', names.join(' ') || 'none', ...found.map(({ exchange }) => exchange));
    },
  },
];
