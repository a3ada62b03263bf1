/** A validated completion request (spec 2.1); deviations may let it have more members. */
export interface CompletionRequest {
  model: string;
  messages: Message[];
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  temperature?: number | null;
  top_p?: number | null;
  n?: number | null;
  stream?: boolean | null;
  stop?: string | string[] | null;
  presence_penalty?: number | null;
  frequency_penalty?: number | null;
  logit_bias?: Record<string, number> | null;
  seed?: number | null;
  tools?: Tool[] | null;
  tool_choice?: string | { type?: string; function: { name: string } } | null;
  response_format?: ResponseFormat | null;
  logprobs?: boolean | null;
  top_logprobs?: number | null;
  reasoning_effort?: string | null;
  user?: string | null;
  [other: string]: unknown;
}

export interface Message {
  role: string;
  content?: string | null;
  name?: string;
  tool_calls?: ToolCall[] | null;
  tool_call_id?: string;
  reasoning?: string;
}

export interface ToolCall {
  id: string;
  type?: string;
  function: { name: string; arguments: string };
}

export interface Tool {
  type?: string;
  function: { name: string; description?: string; parameters?: JsonSchema };
}

export interface ResponseFormat {
  type?: string;
  json_schema?: { name: string; description?: string; schema: JsonSchema; strict?: boolean };
}

export type JsonSchema = { [keyword: string]: unknown };

/** One token with its probability and its alternatives, in OpenAI's format. */
export interface TokenLogprob {
  token: string;
  logprob: number;
  bytes: number[];
  top_logprobs: { token: string; logprob: number; bytes: number[] }[];
}

/** One choice of the model, before serialization. */
export interface GeneratedChoice {
  index: number;
  /** The content's tokens in order; their concatenation is the content. Empty if tools are called. */
  tokens: string[];
  /** Tokens of the reasoning text; absent for models that do not reason. */
  reasoning?: string[];
  toolCalls: ToolCall[];
  finishReason: string;
  /** Present on request; one entry per content token. */
  logprobs?: TokenLogprob[];
  /** All billed tokens: content, reasoning, calls. */
  completionTokens: number;
}

/** An answer of the model. */
export interface Generation {
  id: string;
  /** Unix seconds. */
  created: number;
  model: string;
  promptTokens: number;
  choices: GeneratedChoice[];
}

/** A JSON object for a response, which deviations may change freely. */
// biome-ignore lint/suspicious/noExplicitAny: a deviation has to reach any depth without proving what is there
export type Json = { [member: string]: any };
