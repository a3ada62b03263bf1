import { type PlannedCompletion, planned } from './planned.ts';
import {
  awaitingWords,
  BRIEF,
  CITY_AS_JSON,
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

/** Enough for a JSON object with others in it. */
const NESTED = 48;

/** Enough for the same from a model that reasons first. */
const REASONED = 64;

/** The cheapest valid request: the handshake, and the control of most refusals. */
export function plainRow(model: string): PlannedCompletion {
  const body = { model, messages: conversation('plain', BRIEF, 0), max_tokens: 8 };
  return planned('plain', 'the minimal request', body, 'request/accepts-plain');
}

/** Tools offered and one of them named. */
export function toolRow(model: string): PlannedCompletion {
  const body = {
    model,
    // Small talk, to which a model that may choose would call nothing; beside the plainest request its tools show in tokens.
    messages: conversation('plain', BRIEF, 0),
    max_tokens: ROOMY,
    tools: [weatherTool(0)],
    tool_choice: weatherChoice(0),
  };
  return planned('tool-named', 'a function that must be called', body, 'request/accepts-tools');
}

/** JSON by a schema, which holds what the prompt does not say: a service that never reads it answers with something else. */
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

/** The same as a stream, beside a tool that it may not call: what is put together in another way may heed other members. */
export function streamedSchemaRow(model: string): PlannedCompletion {
  const { body } = schemaRow(model);
  const why = 'JSON that fits a schema, streamed';
  const members = { stream: true, tools: [weatherTool(0)], tool_choice: 'none' };
  return planned('json-schema-streamed', why, { ...body, ...members }, 'request/accepts-combinations');
}

/**
 * A stream that may not call what the question is for, and that only the newer name of the limit cuts off. Twenty
 * alternatives make long events: long lines are where buffers end.
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

/** A stream of more than a hundred events: buffers, counters and time-outs show where they end. */
export function longStreamRow(model: string): PlannedCompletion {
  const messages = conversation('plain', LONGEST, 0);
  const body = { model, messages, max_tokens: 128, stream: true };
  return planned('long-stream', 'a stream of more than a hundred events', body, 'request/accepts-stream');
}

/** A conversation that ends in a tool's result, as each turn of a tool loop does. */
export function historyRow(model: string): PlannedCompletion {
  const body = {
    model,
    messages: awaitingWords(),
    max_tokens: 4,
    // Two of them: a service has to look at both.
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
    // The first one does not occur in these words: that the last one, of several tokens, ends it shows that all are heeded.
    // The one between occurs nowhere either, and begins on a new line, as those that part turns do.
    stop: ['a', '\n### The end', WITHIN],
    // Two of them: a service has to look at both.
    logit_bias: { '9906': -1, '15339': -1 },
  };
  return planned('stop', 'generation that a stop string ends', body, 'request/accepts-stop');
}

/** An answer that only the newer name of the limit cuts off. */
export function newerLimitRow(model: string): PlannedCompletion {
  // Beside the request for the same text alone it shows whether earlier turns are counted, beside one with the same rules all.
  const body = { model, messages: conversation('many-turns', LONG, 0), max_completion_tokens: 4 };
  return planned(
    'newer-limit',
    'an answer that max_completion_tokens cuts off',
    body,
    'request/accepts-max-completion-tokens',
  );
}

/** What a client's features rest on, for a model that was named beside the first one: eight completions of 100 tokens. */
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

/** A seed for requests that the run's own seed decides: small and above 0. */
export function requestSeed(seed: number): number {
  return 1 + (Math.abs(seed) % 100_000);
}

/** One request three times: as JSON, as JSON again, as a stream. */
export function sameSeedRows(model: string, seed: number): PlannedCompletion[] {
  const body = {
    model,
    messages: conversation('plain', LONG_ABROAD, 0),
    max_tokens: 8,
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

/** An answer that the limit cuts off, with log probabilities. */
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

/** JSON without a schema, streamed: as one body it is asked for in a combination. */
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
 * Every value of reasoning_effort once, one of them streamed. A model that was named as one that reasons gets with them
 * what the other gets: JSON by a schema, a function that must be called, an answer that is cut off, and two choices, which
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
      const body = { ...rich.body, max_tokens: REASONED, reasoning_effort: effort };
      return planned(id, `${why}, ${rich.why}`, body, 'request/accepts-combinations');
    }
    const two = reasons && i === 1;
    // Of the two between one is streamed, and the other is cut off where it still reasons: no choice is to be lost by that.
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
