/**
 * Texts that are not secret although they were given as secrets. Hiding the words of the contract, dates or numbers
 * would destroy evidence and make correct responses look broken.
 */

/** Frequent words of responses, and what people type where a service needs no key. */
const VOCABULARY = [
  'prompt_tokens completion_tokens total_tokens input_tokens output_tokens finish_reason tool_calls tool_call_id',
  'chat.completion.chunk content_filter system_fingerprint reasoning_content logprobs top_logprobs assistant',
  'function arguments choices message messages delta index usage object created model role user system',
  'application/json;charset=utf-8 text/event-stream text/csv text/html gzip,deflate,br,zstd identity chunked',
  'application/problem+json authorization bearer content-type content-length content-encoding transfer-encoding',
  'keep-alive no-cache no-store max-age accept-language user-agent www-authenticate retry-after x-request-id',
  'user_id org_id email model_provider created_at updated_at total_requests unique_users unique_models',
  'unique_providers date_range_days api_usage app_usage organization provider source requests start_date end_date',
  'invalid_request_error authentication_error insufficient_quota rate_limit_exceeded insufficient_balance',
  'password secret example default testing changeme chatspec staging production development local test-key',
  'authentication fails invalid api key unprocessable entity bad request internal server error',
  'ollama llama.cpp lm-studio localai openai anthropic mistral no-key-required not-needed unused placeholder',
].join(' ');

/** A date, a number, a version, an email or web address, a media type, a language. */
const SHAPES = [
  /^\d{4}-?\d\d-?\d\d(?:[T ][\d:.+Z-]*)?$/,
  /^[\d.,:+-]{1,11}$/,
  /^v?\d+(?:\.\d+)+$/,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  /^https?:\/\/[\w.-]+(?::\d+)?\/?$/,
  /^(?:application|audio|image|multipart|text|video)\/[a-z0-9.+*-]+$/,
  /^[a-z]{2}-[A-Z]{2}$/,
];

/** Whether the text is too ordinary to be searched in responses. */
export function isCommon(text: string): boolean {
  return (
    isCommonText(text) || VOCABULARY.includes(text.toLowerCase()) || SHAPES.some((shape) => shape.test(text))
  );
}

/** Whether a secret may be a word of any text. */
export const isWordLike = (text: string): boolean => text.length < 16 && /^[A-Za-z._-]+$/.test(text);

/** Whether a piece of a secret may occur in any text: a word of the contract, or few different characters. */
export function isCommonText(piece: string): boolean {
  return new Set(piece).size < 4 || (piece.length >= 4 && FOLDED.includes(folded(piece)));
}

/** A text with the characters that a search takes for equal. */
const folded = (text: string) => text.toLowerCase().replaceAll('+', '-').replaceAll('/', '_');
const FOLDED = folded(VOCABULARY);

/** Whether a secret has the form of an id. */
export const isUuid = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

const PUBLIC_IDS =
  /[-_]?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z?)?)[-_]?/gi;
/** So many other characters of a key are secret enough. */
const SECRET_ENOUGH = 12;

/** The ids of organizations or projects in a key, and dates, unless nearly nothing else is in it. */
export function publicIdsIn(secret: string): string[] {
  const ids = [...secret.matchAll(PUBLIC_IDS)];
  const others = ids.reduce((left, [, id]) => left - id!.length, secret.length - schemeLength(secret));
  return others >= SECRET_ENOUGH ? ids.map(([written]) => written) : [];
}

/** Length of the prefix that names the kind of key: `sk-live-`, `gsk_`, `key-`. */
export function schemeLength(secret: string): number {
  // The key with inverted case has the same words.
  const scheme = /^(?:[A-Za-z](?:[a-z]{0,8}|[A-Z]{0,8})[-_]){1,3}/.exec(secret)?.[0].length ?? 0;
  return scheme <= secret.length - 8 ? scheme : 0;
}
