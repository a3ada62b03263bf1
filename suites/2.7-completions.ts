import { type Asking, type Check, type Interview, Undecided } from '../src/check.ts';
import { replies, reply } from '../src/evidence/answers.ts';
import { type Completed, completions, jsonBody, unstreamedAnswer } from '../src/evidence/bodies.ts';
import { endingOf, whole } from '../src/evidence/broken.ts';
import { gathered } from '../src/evidence/gather.ts';
import { limited } from '../src/evidence/limits.ts';
import { rows, stopStrings, streamed, unstreamed } from '../src/evidence/rows.ts';
import { completion } from '../src/generate/ask.ts';
import type { PlannedCompletion } from '../src/generate/corpus.ts';
import { isContentJson, isJsonObject, statusIs200 } from '../src/judge/completion/body.ts';
import { finishKnown, idsDiffer, streamedFinishKnown } from '../src/judge/completion/envelope.ts';
import { descriptionOf, extraMembers, optionalMembers } from '../src/judge/completion/observed.ts';
import { BODY_RULES } from '../src/judge/completion/rules.ts';
import { stopsBefore } from '../src/judge/completion/stop.ts';
import { lengthWhenCut, withinLimit } from '../src/judge/completion/usage.ts';
import { bodyEnds } from '../src/judge/ending.ts';
import { isObject, list } from '../src/judge/json.ts';
import type { Level } from '../src/verdict.ts';

const SENT = 'Every completion of the run that is not streamed is looked at.';
const all = (t: Interview, wanted: (row: PlannedCompletion) => boolean = () => true) => rows(t, wanted);

/** Before the body can be read: status, content type, end, JSON. */
const beginnings: Check[] = [
  {
    id: 'completion/status-200',
    title: 'A completion is answered with status 200',
    clauses: ['4.1', '7'],
    level: 'must',
    about: `${SENT} Another 2xx fails; refusals are told by the checks of requests.`,
    async run(t) {
      const items = all(t).map((row) => async (ask: Asking) => {
        const culprit = streamed(row) ? 'stream/body-ends' : 'completion/body-ends';
        const exchange = await whole(completion(ask, row), culprit);
        const status = exchange.response?.status ?? 0;
        if (status >= 200 && status < 300) return exchange;
        throw new Undecided(`${row.why}: answered ${status}`, [exchange], row.judgedBy);
      });
      await t.verifyEach(items, statusIs200);
    },
  },
  {
    id: 'completion/content-type',
    title: 'The content type of a completion is application/json',
    clauses: ['4.1'],
    level: 'must',
    about: `${SENT} Another content type, or none, fails; parameters are allowed.`,
    async run(t) {
      const items = all(t, unstreamed).map((row) => (ask: Asking) => unstreamedAnswer(ask, row));
      await t.verifyEach(items, isContentJson);
    },
  },
  {
    id: 'completion/body-ends',
    title: 'The body of a completion ends as its framing says',
    clauses: ['4.1'],
    level: 'must',
    about:
      'A body that is cut off, or never ends, in the same place three times fails while the body of a stream is whole; otherwise a broken body is undecided.',
    async run(t) {
      const [control] = rows(t, streamed);
      const items = all(t, unstreamed).map((row) => (ask: Asking) => endingOf(ask, row, control));
      await t.verifyEach(items, bodyEnds);
    },
  },
  {
    id: 'completion/body-is-json',
    title: 'The body of a completion is one JSON object',
    clauses: ['4.1', '2.7'],
    level: 'must',
    about: `${SENT} A body that does not parse, or is no object, fails.`,
    async run(t) {
      const items = all(t, unstreamed).map((row) => async (ask: Asking) => {
        const { exchange } = await unstreamedAnswer(ask, row);
        return { exchange, value: jsonBody(exchange) };
      });
      await t.verifyEach(items, isJsonObject);
    },
  },
];

/** What lacks the choices altogether is no completion: the lesser rules say nothing about it. */
const formed = (level: Level) => (gather: (ask: Asking) => Promise<Completed>) =>
  level === 'must'
    ? gather
    : async (ask: Asking) => {
        const found = await gather(ask);
        if (Array.isArray(found.body.choices)) return found;
        throw new Undecided('the body has no choices', [found.exchange], 'completion/fits-schema');
      };

const bodies = BODY_RULES.map(
  ({ judge, ...check }): Check => ({
    ...check,
    about: `${SENT} ${check.about}`,
    run: (t) => t.verifyEach(completions(t).map(formed(check.level)), judge),
  }),
);

const together: Check[] = [
  {
    id: 'completion/finish-reason-known',
    title: 'finish_reason is present and one of those that OpenAI documents',
    clauses: ['3', '2.7', '1'],
    level: 'should',
    about: 'Absence and values other than stop, length, tool_calls, content_filter and function_call warn.',
    async run(t) {
      const bodies = completions(t).map((gather) => async (ask: Asking) => finishKnown(await gather(ask)));
      const streams = replies(t, streamed).map(
        (gather) => async (ask: Asking) => streamedFinishKnown((await gather(ask)).answer),
      );
      await t.verifyEach([...bodies, ...streams], (found) => found);
    },
  },
  {
    id: 'completion/ids-differ',
    title: 'No two completions have the same id',
    clauses: ['2.7', '1'],
    level: 'should',
    about: 'All answers of the run are compared, streamed ones included. An id that comes twice warns.',
    async run(t) {
      await t.verify(
        async (ask) => (await gathered(all(t).map((row) => reply(ask, row)))).map(({ answer }) => answer),
        idsDiffer,
      );
    },
  },
  {
    id: 'completion/length-when-cut',
    title: 'finish_reason is length when the limit cut the answer',
    clauses: ['3', '2.1', '1'],
    level: 'should',
    about:
      'Answers that took exactly as many tokens as allowed are compared. When there are three, or one to a request for a long text, and none says length, it warns; when there are fewer and none says so, it is undecided.',
    async run(t) {
      await t.verify((ask) => limited(ask, all(t)), lengthWhenCut);
    },
  },
  {
    id: 'completion/within-limit',
    title: 'completion_tokens is within the limit times n',
    clauses: ['2.1', '2.7'],
    level: 'should',
    about:
      'All answers of the run are looked at. More tokens than max_tokens (or its newer name) times n warn.',
    async run(t) {
      const items = replies(t, () => true).map((gather) => async (ask: Asking) => {
        const found = await gather(ask);
        if (found.usageStands) return found;
        throw new Undecided('the usage is in doubt', [found.answer.exchange], 'stream/usage-sums');
      });
      await t.verifyEach(items, withinLimit);
    },
  },
  {
    id: 'completion/stop-absent',
    title: 'The content of a completion does not hold a stop string',
    clauses: ['2.1', '1'],
    level: 'should',
    profile: 'standard',
    about: 'All requests with stop strings are looked at. A content that holds one of them warns.',
    async run(t) {
      const items = rows(t, (row) => stopStrings(row).length > 0).map((row) => async (ask: Asking) => ({
        ...(await reply(ask, row)),
        stops: stopStrings(row),
      }));
      await t.verifyEach(items, stopsBefore, 'no request with stop strings was planned');
    },
  },
];

const open: Check[] = [
  {
    id: 'completion/members',
    title: 'Which optional members a completion has, and which beyond the schema',
    clauses: ['2.7'],
    level: 'open',
    about: `${SENT} The description that its top-level members follow, optional members and members beyond the schema are recorded.`,
    async run(t) {
      const found = await gathered(completions(t).map((gather) => gather(t)));
      const exchanges = found.map(({ exchange }) => exchange);
      const all = found.map(({ body }) => body);
      t.observe('response-description', descriptionOf(all), ...exchanges);
      t.observe('response-optional-members', optionalMembers(all).join(' ') || 'none', ...exchanges);
      t.observe('response-extra-members', extraMembers(all).join(' ') || 'none', ...exchanges);
    },
  },
  {
    id: 'completion/model-name',
    title: 'Whether the model of an answer is spelt as in the request',
    clauses: ['2.7'],
    level: 'open',
    about: `${SENT} Whether model comes back as it was sent is recorded.`,
    async run(t) {
      const found = await gathered(completions(t).map((gather) => gather(t)));
      const same = found.every(({ body, row }) => body.model === row.body.model);
      t.observe('model-name', same ? 'as-sent' : 'other', ...found.map(({ exchange }) => exchange));
    },
  },
  {
    id: 'completion/same-seed',
    title: 'Whether the same seed gives the same text',
    clauses: ['2.1'],
    level: 'open',
    profile: 'standard',
    about:
      'The same request with a seed at temperature 0 is sent twice; whether the texts are equal is recorded.',
    async run(t) {
      const seeded = rows(t, (row) => unstreamed(row) && row.body.temperature === 0 && 'seed' in row.body);
      const groups = Map.groupBy(seeded, (row) => JSON.stringify(row.body));
      const twins = [...groups.values()].find((group) => group.length > 1);
      if (!twins) throw new Undecided('no request was planned twice');
      const answers = (await gathered(twins.map((row) => reply(t, row)))).map(({ answer }) => answer);
      const texts = new Set(answers.map((answer) => answer.choices.map((c) => c.content).join('\n')));
      t.observe(
        'same-seed',
        texts.size === 1 ? 'same-text' : 'other-text',
        ...answers.map((a) => a.exchange),
      );
    },
  },
  {
    id: 'completion/token-ids',
    title: 'Whether token ids and a seed come with the choices',
    clauses: ['2.7'],
    level: 'open',
    about: `${SENT} Whether choices hold token_ids and seed, and the body prompt_token_ids, is recorded.`,
    async run(t) {
      const found = await gathered(completions(t).map((gather) => gather(t)));
      const names = ['token_ids', 'seed'].filter((name) =>
        found.some(({ body }) => list(body.choices).some((choice) => isObject(choice) && name in choice)),
      );
      if (found.some(({ body }) => 'prompt_token_ids' in body)) names.push('prompt_token_ids');
      t.observe('token-ids', names.join(' ') || 'none', ...found.map(({ exchange }) => exchange));
    },
  },
];

export const checks: readonly Check[] = [...beginnings, ...bodies, ...together, ...open];
