import { jsonPost } from '../../requests/planned.ts';
import type { RequestSpec } from '../../vocabulary/exchange.ts';
import type { Mark } from './mark.ts';

/** The step of a trial for which a completion is sent; the check of that name reports its shortfall. */
export type StepName = 'plain' | 'multi-choice' | 'tool-call' | 'reasoning' | 'streamed' | 'concurrent';

/** Completions that are sent together and then searched in the totals. */
export interface PlannedStep {
  name: StepName;
  /** The step, in either half: `cut`, `call`. */
  part: string;
  specs: readonly RequestSpec[];
  /** False if the prompt was sent before: its input may be booked separately. */
  fresh: boolean;
}

type Members = Record<string, unknown>;

function post(label: string, text: string, tokens: number, members: Members): RequestSpec {
  const messages = [{ role: 'user', content: text }];
  // Given members replace the defaults.
  const body = { model: members.model, messages, max_tokens: tokens, ...members };
  const choices = typeof members.n === 'number' ? members.n : 1;
  return { ...jsonPost(label, body), billable: { tokens, choices } };
}

/** Words that give the prompts of a run different lengths, so that missing input identifies its request. */
const FURTHER =
  'Take your time for it, think of all your friends, of the harbour, the garden, the old bridge and the long road home.'.split(
    ' ',
  );

/** Enough for a call. */
const CALL = 32;

/** A limit below the shortest completions, so that it ends them. */
const CUT_OFF = 3;

/** A question whose answer every small limit cuts, of another length in each turn. */
const cutOff = (mark: Mark, turn: number) => {
  const further = Array.from({ length: 2 + 2 * turn }, (_, i) => FURTHER[i % FURTHER.length]);
  return `${mark.word} ${turn}. Count from one to forty in words. ${further.join(' ')}`;
};

/** An instruction with a known answer that ends by itself. */
const whole = (mark: Mark, turn: number) =>
  `Repeat this sentence, and nothing else: "The lantern ${mark.word} by the river keeps a quiet light for ${FURTHER.slice(7, 10 + 2 * turn).join(' ')}"`;

const WEATHER_TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
/** A prompt for one function call. */
const WEATHER_CALL = {
  tools: [WEATHER_TOOL],
  tool_choice: { type: 'function', function: { name: 'get_weather' } },
};

/** The same question after earlier turns and a system message, with letters beyond ASCII. */
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

/** A separate stream; the round repeats its prompt without streaming, which reports its input. */
export function streamAlone(model: string, mark: Mark): RequestSpec {
  return post('a stream alone', cutOff(mark, 0), 4, { model, stream: true });
}

/**
 * Concurrent completions without streaming: a duplicate, which counts twice, and an invalid one, which must not be
 * billed.
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
    // Some services count the newest message only, or lose letters beyond ASCII.
    step('plain', 'a conversation', '', CUT_OFF, { model, messages: talk(mark, at(2)) }),
    step('multi-choice', 'two choices', cutOff(mark, at(1)), CUT_OFF, { model, n: 2 }),
    step('tool-call', 'a call', weather(mark, at(2)), CALL, { model, ...WEATHER_CALL }),
    step('streamed', 'a stream', cutOff(mark, at(3)), CUT_OFF, { model, stream: true }),
    // Some services count the first choice of a stream only.
    step('multi-choice', 'two streamed choices', `Now ${cutOff(mark, at(3))}`, CUT_OFF, {
      model,
      n: 2,
      stream: true,
    }),
    // Some services do not count tools in streams.
    step('streamed', 'a streamed call', weather(mark, at(5)), CALL, { model, ...WEATHER_CALL, stream: true }),
  ];
  const thinking = { model: reasoning };
  return reasoning === undefined
    ? steps
    : [
        ...steps,
        step('reasoning', 'reasoning', `${mark.word} ${at(4)}. Say hello.`, 48, thinking),
        step(
          'reasoning',
          'streamed reasoning',
          `${mark.word} ${at(4)}. Say good night to all of your friends here.`,
          48,
          {
            ...thinking,
            stream: true,
          },
        ),
      ];
}

const compressed = (spec: RequestSpec): RequestSpec => ({
  ...spec,
  headers: [...(spec.headers ?? []), ['accept-encoding', 'gzip, deflate']],
});

/**
 * Completions that differ from the first ones of a trial in other respects than their kind: repeated, with a
 * format, concurrent.
 */
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
      // Compressed, as most clients request it: a usage counter that reads responses may miss it.
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
