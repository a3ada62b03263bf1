import { bodyText, type Exchange, mediaType } from '../../vocabulary/exchange.ts';
import { withPlainWords } from '../../vocabulary/json-text.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { parseExact } from '../exact-json.ts';
import { integerOf, type Totals } from '../measures.ts';
import { isObject } from '../wrapped.ts';
import type { StepName } from './requests.ts';

/** The expected usage of one of this run's completions. */
export interface OwnCompletion {
  exchange: Exchange;
  /** `maybe`: it failed, and the service may have done the work or not. */
  outcome: 'success' | 'refused' | 'maybe';
  /** The reported usage; undefined if there is none. */
  usage: OwnUsage | undefined;
  model: string;
  /** The requested number of choices. */
  choices: number;
  streamed: boolean;
  tools: boolean;
  /** Whether the completion calls a tool. */
  calls: boolean;
  reasoning: boolean;
  /** Whether a limit cut a choice off. */
  cut: boolean;
}

export interface OwnUsage {
  input: bigint;
  output: bigint;
  total: bigint;
}

type Json = Record<string, unknown>;

/** Statuses that show that the service did not do the work. */
const NOT_DONE = new Set([408, 429, 503, 529]);

const textOf = (exchange: Exchange) => withPlainWords(bodyText(exchange));

/** A finished choice. */
const FINISHED = /"finish_reason"\s*:\s*"(?:stop|length|tool_calls|function_call)"/;

/** Reads a completion as a bill. */
export function ownCompletion(exchange: Exchange, reasoningModel: string | undefined): OwnCompletion {
  const request = json(new TextDecoder().decode(exchange.request.body));
  const status = exchange.response?.status;
  // Another check judges other success statuses; their reported usage counts all the same.
  const answered = status !== undefined && status >= 200 && status < 300 && !exchange.failure;
  const usage = answered ? usageIn(exchange) : undefined;
  // An invalid request that was accepted may have got a stream with an error only.
  const done =
    usage !== undefined ||
    (status === 200 && (exchange.billable !== undefined || FINISHED.test(textOf(exchange))));
  const outcome =
    answered && done
      ? 'success'
      : status !== undefined && ((status >= 300 && status < 500) || NOT_DONE.has(status))
        ? 'refused'
        : 'maybe';
  const n = request?.n;
  const text = outcome === 'success' ? textOf(exchange) : '';
  return {
    exchange,
    outcome,
    usage,
    model: String(request?.model ?? ''),
    choices: Number.isInteger(n) && (n as number) >= 1 ? (n as number) : 1,
    streamed: mediaType(exchange) === 'text/event-stream',
    tools: Array.isArray(request?.tools) && request.tools.length > 0,
    calls: /"tool_calls"\s*:\s*\[\s*\{/.test(text),
    reasoning: request?.model !== undefined && request.model === reasoningModel,
    cut: /"finish_reason"\s*:\s*"length"/.test(text),
  };
}

/**
 * The reported usage of a completion: of a stream the last one, since some repeat it in every chunk. Usage before
 * the end of the text is partial.
 */
export function usageIn(exchange: Exchange): OwnUsage | undefined {
  const text = textOf(exchange);
  if (mediaType(exchange) !== 'text/event-stream') return usageOf(json(text));
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  const chunks = lines.map((line) => (SAYS_USAGE.test(line) ? json(line.slice(5)) : undefined));
  const last = chunks.findLastIndex((chunk) => usageOf(chunk) !== undefined);
  const goesOn = lines.slice(last + 1).some((line) => SAYS_TEXT.test(line));
  return last < 0 || goesOn ? undefined : usageOf(chunks[last]);
}

const SAYS_USAGE = /"usage"/;
/** Content, reasoning or arguments that are not empty. */
const SAYS_TEXT = /"(?:content|reasoning|reasoning_content|arguments)"\s*:\s*"[^"]/;

function usageOf(answer: Json | undefined): OwnUsage | undefined {
  const usage = (answer?.usage ?? undefined) as Json | undefined;
  const [input, output, total] = ['prompt_tokens', 'completion_tokens', 'total_tokens'].map((member) =>
    integerOf(usage?.[member]),
  );
  if (input === undefined || output === undefined || total === undefined) return undefined;
  return { input, output, total };
}

function json(text: string): Json | undefined {
  try {
    const value = parseExact(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a completion was asked, as the key of a cache: its model, messages and tools. */
export function promptOf({ exchange }: OwnCompletion): string {
  const body = new TextDecoder().decode(exchange.request.body);
  const asked = json(body);
  return asked ? JSON.stringify([asked.model, asked.messages, asked.tools]) : body;
}

/**
 * The kind of a completion: services count kinds at different times, or in different places. Only a completion of
 * the same kind shows that another one is no longer delayed.
 */
export function kindOf({ model, streamed, tools, calls, choices, cut }: OwnCompletion): string {
  const marks = [
    streamed ? 'streamed' : '',
    calls ? 'with calls' : tools ? 'with tools' : '',
    choices > 1 ? 'several choices' : '',
    cut ? 'cut' : 'whole',
  ];
  return [JSON.stringify(model), ...marks.filter((mark) => mark !== '')].join(', ');
}

/** Completions before the first reading of which all combinations are tried: the handshake has two. */
const AT_MOST = 6;

/**
 * The possible counted parts of some completions: any subset of those with reported usage, including none; only
 * none if there are too many.
 */
export function subsets(own: readonly OwnCompletion[]): OwnCompletion[][] {
  const told = own.filter(({ outcome, usage }) => outcome === 'success' && usage);
  if (told.length > AT_MOST) return [[]];
  let all: OwnCompletion[][] = [[]];
  for (const one of told) all = all.concat(all.map((set) => [...set, one]));
  return all;
}

/** The requests of a trial, and the growth of each endpoint until they were visible, or awaited in vain. */
export interface Step {
  name: StepName;
  part: string;
  own: OwnCompletion[];
  fresh: boolean;
  growth: Partial<Record<UsageEndpoint, Totals>>;
}

/** The completions of a step, without those that were rejected by a rate limit and repeated. */
export const completionsOf = ({ own }: Pick<Step, 'own'>): OwnCompletion[] =>
  own.filter(({ outcome }) => outcome !== 'refused');
