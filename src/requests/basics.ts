import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import {
  awaitingWords,
  BRIEF,
  CITY_AS_JSON,
  CLOCK_TOOL,
  conversation,
  HOUSE_RULES,
  LONG,
  LONG_ABROAD,
  LONGEST,
  MOON_TOOL,
  REPEAT,
  WEATHER,
  WITHIN,
  WORD_AS_JSON,
  weatherChoice,
  weatherTool,
  wordFormat,
} from './prompts.ts';

/** Enough for a short call or a small JSON object. */
export const ROOMY = 32;

/** Enough for a nested JSON object. */
const NESTED = 48;

/** Enough for the same with reasoning. */
const REASONED = 64;

/** The cheapest valid request: the handshake, and the control of most rejections. */
export function plainRow(model: string): PlannedCompletion {
  const body = { model, messages: conversation('plain', BRIEF, 0), max_tokens: 8 };
  return planned('plain', 'the minimal request', body, 'request/accepts-plain');
}

/** Tools offered and one of them named. */
export function toolRow(model: string): PlannedCompletion {
  const body = {
    model,
    // Small talk, to which a model with a free choice would call no function; compared with the minimal request,
    // its tools show in tokens.
    messages: conversation('plain', BRIEF, 0),
    max_tokens: ROOMY,
    tools: [weatherTool(0)],
    tool_choice: weatherChoice(0),
  };
  return planned('tool-named', 'a function that must be called', body, 'request/accepts-tools');
}

/** JSON by a schema with words that the prompt lacks: a service that ignores it answers with something else. */
export const schemaRow = (model: string): PlannedCompletion => wordRow(model, true);

function wordRow(model: string, nested: boolean): PlannedCompletion {
  const body = {
    model,
    messages: conversation('plain', WORD_AS_JSON, 0),
    max_tokens: nested ? NESTED : ROOMY,
    response_format: wordFormat(nested),
  };
  return planned('json-schema', 'JSON that fits a schema', body, 'request/accepts-response-format');
}

/** The same as a stream, with a tool that must not be called: another code path may ignore other members. */
export function streamedSchemaRow(model: string): PlannedCompletion {
  const { body } = schemaRow(model);
  const why = 'JSON that fits a schema, streamed';
  const { json_schema: schema } = wordFormat(true) as { json_schema: object };
  const lax = {
    type: 'json_schema',
    json_schema: { ...schema, name: 'word-that-was_asked_for', strict: false },
  };
  const members = { stream: true, tools: [weatherTool(0)], tool_choice: 'none', response_format: lax };
  return planned('json-schema-streamed', why, { ...body, ...members }, 'request/accepts-combinations');
}

/**
 * A stream that must not call the obvious function, and that only the newer name of the limit cuts. Twenty
 * alternatives make long events, since buffers end in long lines.
 */
export function streamedNoneRow(model: string): PlannedCompletion {
  const body = {
    model,
    messages: conversation('plain', `${WEATHER} ${LONG}`, 0),
    max_completion_tokens: 8,
    tools: [weatherTool(0)],
    tool_choice: 'none',
    stream: true,
    logprobs: true,
    top_logprobs: 20,
  };
  return planned(
    'tool-none-streamed',
    'a stream of log probabilities without a call of what is offered',
    body,
    'request/accepts-combinations',
  );
}

/** A stream of more than a hundred events, for limits of buffers, counters and timeouts. */
export function longStreamRow(model: string): PlannedCompletion {
  const messages = conversation('plain', LONGEST, 0);
  const body = { model, messages, max_tokens: 108, stream: true };
  return planned('long-stream', 'a stream of more than a hundred events', body, 'request/accepts-stream');
}

/** A conversation that ends in a tool's result, as each turn of a tool loop does. */
export function historyRow(model: string): PlannedCompletion {
  const body = {
    model,
    messages: awaitingWords(0),
    max_tokens: 1,
    // Two of them: a service has to validate both.
    tools: [weatherTool(0), MOON_TOOL],
    tool_choice: 'none',
  };
  return planned(
    'history',
    'a conversation with a call and its result',
    body,
    'request/accepts-conversations',
  );
}

/** Stop strings and biases: members with an inner structure. */
export function stopRow(model: string): PlannedCompletion {
  const body = {
    model,
    messages: conversation('plain', REPEAT, 0),
    max_tokens: 8,
    // The first one does not occur in these words: if the last one, of several tokens, ends the text, all are used.
    // The second one does not occur either, and begins with a newline, as turn separators do.
    stop: ['a', '\n### The end', WITHIN],
    // Two of them: a service has to validate both.
    logit_bias: { '9906': -1, '15339': -1 },
  };
  return planned('stop', 'generation that a stop string ends', body, 'request/accepts-stop');
}

/** A completion that only the newer name of the limit cuts. */
export function newerLimitRow(model: string): PlannedCompletion {
  // Compared with the request for the same text alone it shows whether earlier turns are counted; compared with one
  // with the same rules, whether all are.
  const body = { model, messages: conversation('many-turns', LONG, 0), max_completion_tokens: 4 };
  return planned(
    'newer-limit',
    'an answer that max_completion_tokens cuts off',
    body,
    'request/accepts-max-completion-tokens',
  );
}

/** The basis of a client's features, for an additional model: eight completions of 101 tokens. */
export function otherModelRows(model: string, seed: number): PlannedCompletion[] {
  const [, streamed] = sameSeedRows(model, seed) as [PlannedCompletion, PlannedCompletion];
  const flat = (name: string) => wordRow(name, false);
  const rows = [plainRow, toolRow, flat, historyRow, logprobsRow, stopRow, newerLimitRow];
  return [...rows.map((make) => make(model)), streamed].map((row) => ({
    ...row,
    id: `${row.id}@${model}`,
    why: `${row.why}, for ${model}`,
    judgedBy: 'request/accepts-models',
  }));
}

/** A seed for requests, derived from the run's own seed: small and above 0. */
export function requestSeed(seed: number): number {
  return 1 + (Math.abs(seed) % 100_000);
}

/** One request three times: as JSON, as JSON again, as a stream. */
export function sameSeedRows(model: string, seed: number): PlannedCompletion[] {
  const body = {
    model,
    messages: conversation('plain', LONG_ABROAD, 0),
    max_tokens: 12,
    temperature: 0,
    seed: requestSeed(seed),
  };
  const row = (id: string, why: string, members: object) =>
    planned(id, why, { ...body, ...members }, 'request/accepts-combinations');
  return [
    row('same-seed', 'a seed at temperature 0', { stream: false }),
    row('same-seed-streamed', 'the same seed, streamed', { stream: true }),
    row('same-seed-again', 'the same seed again', { stream: false }),
  ];
}

/** A completion that the limit cuts, with log probabilities. */
export function logprobsRow(model: string): PlannedCompletion {
  const messages = [{ role: 'system', content: HOUSE_RULES }, ...conversation('plain', LONG, 0)];
  const body = { model, messages, max_tokens: 4, logprobs: true, top_logprobs: 2 };
  return planned(
    'logprobs',
    'an answer that the limit cuts off, with log probabilities',
    body,
    'request/accepts-logprobs',
  );
}

/** JSON without a schema, streamed: a combination requests it as one body. */
export function jsonRow(model: string): PlannedCompletion {
  const body = {
    model,
    messages: conversation('plain', CITY_AS_JSON, 0),
    max_tokens: ROOMY,
    response_format: { type: 'json_object' },
    stream: true,
  };
  return planned('json-object', 'JSON of any form, streamed', body, 'request/accepts-combinations');
}

/**
 * Every value of reasoning_effort once, one of them streamed. They give a named reasoning model the requests of the
 * other model: JSON by a schema, the second function that must be called, a completion that is cut, and two choices, which
 * are a stream with `streamedChoices`.
 */
export function effortRows(
  model: string,
  efforts: readonly string[],
  reasons: boolean,
  streamedChoices: boolean,
): PlannedCompletion[] {
  return efforts.map((effort, i) => {
    const id = `effort-${effort}`;
    const why = `reasoning effort ${effort}`;
    const rich =
      reasons && (i === 0 ? schemaRow(model) : i === efforts.length - 1 ? toolRow(model) : undefined);
    if (rich) {
      const named = rich.body.tools ? { tools: [CLOCK_TOOL, weatherTool(0)] } : {};
      const body = { ...rich.body, ...named, max_tokens: REASONED, reasoning_effort: effort };
      return planned(id, `${why}, ${rich.why}`, body, 'request/accepts-combinations');
    }
    const two = reasons && i === 1;
    // Of the two in between one is streamed, and the other is cut during reasoning, which must not lose a choice.
    const streamed = i === (reasons && streamedChoices ? 1 : 2);
    const body = {
      model,
      messages: conversation('plain', BRIEF, 0),
      max_tokens: streamed ? 24 : reasons ? 6 : 8,
      ...(streamed && { stream: true }),
      ...(two && { n: 2 }),
      reasoning_effort: effort,
    };
    return two
      ? planned(id, `${why}, two choices`, body, 'request/accepts-combinations')
      : planned(id, why, body, 'request/accepts-reasoning-effort');
  });
}
