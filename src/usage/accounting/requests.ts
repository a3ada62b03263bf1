import { jsonPost } from '../../requests/send.ts';
import type { RequestSpec } from '../../vocabulary/exchange.ts';
import type { Mark } from './mark.ts';

/** What of a trial a completion is sent for; the shortfall of one is told by the check of that name. */
export type StepName = 'plain' | 'multi-choice' | 'tool-call' | 'reasoning' | 'streamed' | 'concurrent';

/** Completions that are sent together, and then looked for in the totals. */
export interface PlannedStep {
  name: StepName;
  /** Which of the steps it is, in either half: `cut`, `call`. */
  part: string;
  specs: readonly RequestSpec[];
  /** False where the prompt was sent before: its input may be booked apart. */
  fresh: boolean;
}

type Members = Record<string, unknown>;

function post(label: string, text: string, tokens: number, members: Members): RequestSpec {
  const messages = [{ role: 'user', content: text }];
  // Members that are given come instead.
  const body = { model: members.model, messages, max_tokens: tokens, ...members };
  const choices = typeof members.n === 'number' ? members.n : 1;
  return { ...jsonPost(label, body), billable: { tokens, choices } };
}

/** Words by which the prompts of a run differ in length, so that what is missing tells which one it was. */
const FURTHER =
  'Take your time for it, think of all your friends, of the harbour, the garden, the old bridge and the long road home.'.split(
    ' ',
  );

/** Enough for a call. */
const CALL = 32;

/** A limit below the shortest answers, so that it is what ends them. */
const CUT_OFF = 3;

/** A question whose answer every small limit cuts off. */
const cutOff = (mark: Mark, turn: number) =>
  `${mark.word} ${turn}. Count from one to forty in words. ${FURTHER.slice(0, 2 + 2 * turn).join(' ')}`;

/** An order whose answer is known, and ends by itself. */
const whole = (mark: Mark, turn: number) =>
  `Repeat this sentence, and nothing else: "The lantern ${mark.word} by the river keeps a quiet light for ${FURTHER.slice(7, 10 + 2 * turn).join(' ')}"`;

const WEATHER_TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
/** What has one function called. */
const WEATHER_CALL = {
  tools: [WEATHER_TOOL],
  tool_choice: { type: 'function', function: { name: 'get_weather' } },
};

/** The same question after a turn of either side and a system message, beyond ASCII as few of the others are. */
const talk = (mark: Mark, turn: number) => [
  { role: 'system', content: `${mark.word} ${turn}: you are the maître d’hôtel of a café at a fjord.` },
  {
    role: 'user',
    content: `${mark.word} ${turn}, ${turn}. I am glad to be here. ${FURTHER.slice(0, 2 + turn).join(' ')}`,
  },
  { role: 'assistant', content: 'Welcome. What shall we do?' },
  { role: 'user', content: cutOff(mark, turn) },
];

const weather = (mark: Mark, turn: number) => `${mark.word} ${turn}. What is the weather in Paris?`;

/** A stream alone; its prompt comes once more in the round, unstreamed, where its input is told. */
export function streamAlone(model: string, mark: Mark): RequestSpec {
  return post('a stream alone', cutOff(mark, 0), 4, { model, stream: true });
}

/**
 * Completions that are sent at once, none of them streamed: one of them twice, which is counted twice, and one that has
 * to be refused, which is not to be billed.
 */
export function round(model: string, mark: Mark): RequestSpec[] {
  const { billable: _, ...refused } = post('one of four at once, to be refused', cutOff(mark, 1), 1, {
    model,
    temperature: 3,
  });
  return [
    post('one of four at once', cutOff(mark, 0), 4, { model }),
    post('one of four at once, two choices', cutOff(mark, 2), 4, { model, n: 2 }),
    post('one of four at once, again', cutOff(mark, 0), 4, { model }),
    refused,
  ];
}

/** One completion of each kind, in its `turn`: both halves of a trial have the same kinds and other prompts. */
export function half(models: { model: string; reasoning?: string }, mark: Mark, turn: number): PlannedStep[] {
  const { model, reasoning } = models;
  const { fresh } = mark;
  const at = (n: number) => 4 + 6 * turn + n;
  const step = (name: StepName, label: string, text: string, tokens: number, members: Members) => ({
    name,
    part: label,
    specs: [post(`${label}, ${turn === 0 ? 'earlier' : 'later'}`, text, tokens, members)],
    fresh,
  });
  const steps = [
    step('plain', 'a completion that is cut off', cutOff(mark, at(0)), CUT_OFF, { model }),
    step('plain', 'a completion that ends by itself', whole(mark, turn), 64, { model }),
    // Some count the newest message alone, or lose what is not ASCII.
    step('plain', 'a conversation', '', CUT_OFF, { model, messages: talk(mark, at(2)) }),
    step('multi-choice', 'two choices', cutOff(mark, at(1)), CUT_OFF, { model, n: 2 }),
    step('tool-call', 'a call', weather(mark, at(2)), CALL, { model, ...WEATHER_CALL }),
    step('streamed', 'a stream', cutOff(mark, at(3)), CUT_OFF, { model, stream: true }),
    // What counts streams may not know of tools.
    step('streamed', 'a streamed call', weather(mark, at(5)), CALL, { model, ...WEATHER_CALL, stream: true }),
  ];
  const thinking = { model: reasoning };
  return reasoning === undefined
    ? steps
    : [
        ...steps,
        step('reasoning', 'reasoning', `${mark.word} ${at(4)}. Say hello.`, 48, thinking),
        step('reasoning', 'streamed reasoning', `${mark.word} ${at(4)}. Say good night.`, 48, {
          ...thinking,
          stream: true,
        }),
      ];
}

const compressed = (spec: RequestSpec): RequestSpec => ({
  ...spec,
  headers: [...(spec.headers ?? []), ['accept-encoding', 'gzip, deflate']],
});

/** What differs from the first completions of a trial in something that is no kind: said before, of a format, at once. */
export function between(model: string, mark: Mark): PlannedStep[] {
  const { fresh } = mark;
  const json = `${mark.word}. Reply in JSON: an object with one member, city, whose value is Paris.`;
  return [
    {
      name: 'plain',
      part: 'again',
      specs: [post('the first one again', cutOff(mark, 4), CUT_OFF, { model })],
      fresh: false,
    },
    {
      name: 'plain',
      part: 'json',
      // As most clients ask for it: what reads usage out of answers on their way may not see it there.
      specs: [
        compressed(post('JSON, compressed', json, 48, { model, response_format: { type: 'json_object' } })),
      ],
      fresh,
    },
    {
      name: 'concurrent',
      part: 'at once',
      specs: [20, 21].map((n) =>
        post('one of two at once', `${n}. ${cutOff(mark, n - 15)}`, CUT_OFF, { model }),
      ),
      fresh,
    },
  ];
}
