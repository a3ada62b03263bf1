import { type RefusalKind, refusal } from '../../src/judge/refusal.ts';
import { control, jsonPost, type PlannedCompletion, plainBeside, settled } from '../../src/requests/ask.ts';
import { sameSeedRows } from '../../src/requests/basics.ts';
import { ABSENT } from '../../src/requests/breaking.ts';
import { UNKNOWN_MEMBER } from '../../src/requests/constraints.ts';
import { edited } from '../../src/requests/edit.ts';
import { single } from '../../src/requests/single.ts';
import { type Check, type CheckContext, Inconclusive, type Requester } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';
import type { BadRequest, Exchange } from '../../src/vocabulary/exchange.ts';

/** One breach, and the check that judges it without a stream. */
interface Breach {
  name: string;
  what: string;
  kind: RefusalKind;
  path: string[];
  value: unknown;
  twin: CheckId;
  /** What has to stand beside it for the breach to be looked at. */
  beside?: object;
}

const breach = (
  name: string,
  kind: RefusalKind,
  what: string,
  path: string[],
  value: unknown,
  twin: CheckId,
): Breach => ({
  name,
  what,
  kind,
  path,
  value,
  twin,
});

const BREACHES: readonly Breach[] = [
  breach(
    'bound',
    'bound',
    'temperature is 2.0001',
    ['temperature'],
    2.0001,
    'request/temperature-above-maximum',
  ),
  breach('type', 'bound', 'n is "1"', ['n'], '1', 'request/n-wrong-type'),
  breach(
    'enumeration',
    'enumeration',
    'reasoning_effort is "zzz-unknown"',
    ['reasoning_effort'],
    'zzz-unknown',
    'request/reasoning-effort-unknown-value',
  ),
  breach(
    'nested',
    'nested',
    'the role of a message is "zzz-unknown"',
    ['messages', '0', 'role'],
    'zzz-unknown',
    'request/messages-item-role-unknown-value',
  ),
  breach('unknown', 'unknown', 'a field is unknown', [UNKNOWN_MEMBER], 'x', 'request/unknown-field'),
  breach('missing', 'missing', 'messages is absent', ['messages'], ABSENT, 'request/messages-missing'),
  breach('model', 'missing', 'model is absent', ['model'], ABSENT, 'request/model-missing'),
  ...(
    [
      ['top_p', 1.0001, 'request/top-p-above-maximum'],
      ['presence_penalty', 2.0001, 'request/presence-penalty-above-maximum'],
      ['frequency_penalty', -2.0001, 'request/frequency-penalty-below-minimum'],
    ] as const
  ).map(([name, value, twin]) => breach(name, 'bound', `${name} is ${value}`, [name], value, twin)),
  {
    ...breach(
      'top_logprobs',
      'bound',
      'top_logprobs is 21',
      ['top_logprobs'],
      21,
      'request/top-logprobs-above-maximum',
    ),
    beside: { logprobs: true },
  },
  breach(
    'tool_choice',
    'enumeration',
    'tool_choice is "zzz-unknown"',
    ['tool_choice'],
    'zzz-unknown',
    'request/tool-choice-unknown-value',
  ),
  ...(
    [
      ['tools', 'zzz', 'request/tools-wrong-type'],
      ['response_format', 'zzz', 'request/response-format-wrong-type'],
      ['stop', 7, 'request/stop-wrong-type'],
      ['logit_bias', 'zzz', 'request/logit-bias-wrong-type'],
      ['seed', 'zzz', 'request/seed-wrong-type'],
      ['max_tokens', 'zzz', 'request/max-tokens-wrong-type'],
      ['logprobs', 'zzz', 'request/logprobs-wrong-type'],
      ['user', 7, 'request/user-wrong-type'],
    ] as const
  ).map(([name, value, twin]) =>
    breach(name, 'bound', `${name} is ${JSON.stringify(value)}`, [name], value, twin),
  ),
];

/** A streamed request that is accepted: this one, or else the plainest. Rejects with what tells of the first. */
async function streamTaken(context: CheckContext, row: PlannedCompletion): Promise<PlannedCompletion> {
  try {
    await control(context, row);
    return row;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    const plainest = single('stream', row.body);
    await control(context, plainest).catch((again: unknown) => {
      throw again instanceof Inconclusive ? error : again;
    });
    return plainest;
  }
}

/** A sample of all refusals, asked for as streams: the status says it, and no event stream does. */
export const streamedRefusalsCheck: Check = {
  id: 'request/streamed-refusals',
  title: 'Bad requests are refused by their status also when a stream is asked for',
  clauses: ['7.3', '6'],
  level: 'must',
  about:
    'One breach of each kind (a bound, a type, a list of values, a nested value, an unknown field, a missing one, a body that is cut off) and one of each optional member with stream true, beside a streamed request that is accepted. Judged like the same breach without a stream; 200 with an event stream that tells of the error fails. What is wrongly answered without a stream too is left to the check of that breach.',
  async run(context) {
    const row = await streamTaken(context, sameSeedRows(context.model, context.settings.seed)[1]!);
    const cases = BREACHES.map(({ path, value, beside, ...rest }): Case => {
      // A service that takes it bills it: one token, unless the limit itself is broken.
      const limit = path[0] === 'max_tokens' ? {} : { max_tokens: 1 };
      const text = (stream: boolean) =>
        JSON.stringify(edited({ ...row.body, ...limit, ...beside, stream }, path, value));
      return { ...rest, streamed: text(true), plain: text(false) };
    });
    const cut = (stream: boolean) => JSON.stringify({ ...row.body, max_tokens: 1, stream }).slice(0, -1);
    cases.push({
      name: 'cut',
      what: 'the body is cut off',
      kind: 'unparsable',
      streamed: cut(true),
      plain: cut(false),
      twin: 'request/unparsable-cut',
    });
    await context.verifyEach(
      cases.map((one) => (ask) => refusedStream(ask, one, row)),
      judged,
    );
  },
};

/** A breach as text, streamed and not. */
interface Case extends Omit<Breach, 'path' | 'value' | 'beside'> {
  streamed: string;
  plain: string;
}

/** What each breach is, for what is learnt of it. */
const kindOfBreach = ({ kind, twin }: Case): BadRequest['kind'] => {
  switch (kind) {
    case 'bound':
      return twin.endsWith('-wrong-type') ? 'type' : 'bound';
    case 'enumeration':
    case 'nested':
    case 'unknown':
    case 'missing':
      return kind;
    default:
      return 'malformed';
  }
};

interface Answer {
  kind: RefusalKind;
  exchange: Exchange;
  what: string;
}

function judged({ kind, exchange, what }: Answer) {
  return refusal(kind)({ exchange, what });
}

async function refusedStream(ask: Requester, one: Case, row: PlannedCompletion): Promise<Answer> {
  const { name, what, kind, twin } = one;
  const send = (mode: 'streamed' | 'plain') =>
    ask.shared(`request/streamed-refusals/${name}-${mode}`, (own) => {
      const spec = { ...jsonPost(`${what}, ${mode}`, null), body: one[mode] };
      // The same without a stream is asked whatever is known of it: it says whose fault it is.
      const bad = { constraint: twin, kind: kindOfBreach(one), among: 'streamed' } as const;
      return settled(own, mode === 'streamed' ? { ...spec, bad } : spec, plainBeside(row.body));
    });
  const answer = { exchange: await send('streamed'), what: `${what}, streamed`, kind };
  // Whose fault it is was found the first time; the plain one would have to be paid again before its answer is known.
  if (judged(answer).length === 0 || ask.round === 2) return answer;
  const plain = await send('plain');
  if (judged({ exchange: plain, what, kind }).length === 0) return answer;
  throw new Inconclusive(`${what}: wrongly answered without a stream too`, [answer.exchange, plain], twin);
}
