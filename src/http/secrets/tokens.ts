/** What is told of a token: 0 for a chosen one, and for an alternative its rank among them, from 1. */
export interface TokenPart {
  rank: number;
  kind: 'text' | 'bytes';
  start: number;
  end: number;
}

const PARTS =
  /"token"\s*:\s*"((?:[^"\\\n]|\\.)*)"|"bytes"\s*:\s*\[([\d,\s]*)\]|"top_logprobs"\s*:\s*\[|"(?:[^"\\\n]|\\.)*"|[[\]{}\n]/g;

/** Tokens and their bytes in a JSON text, as far as they are written so; offsets are of what stands between quotes or brackets. */
export function* tokenParts(text: string): Generator<TokenPart> {
  let depth = 0;
  let within = Number.POSITIVE_INFINITY;
  let rank = 0;
  const leave = () => {
    within = Number.POSITIVE_INFINITY;
    rank = 0;
  };
  for (const match of text.matchAll(PARTS)) {
    const [part, token, bytes] = match;
    const end = match.index + part.length;
    if (part === '{' || part === '[') {
      depth++;
      if (depth === within + 1) rank++;
    } else if (part === '}' || part === ']') {
      if (depth-- === within) leave();
    } else if (part === '\n') {
      depth = 0;
      leave();
    } else if (token !== undefined) yield { rank, kind: 'text', start: end - 1 - token.length, end: end - 1 };
    else if (bytes !== undefined) yield { rank, kind: 'bytes', start: end - 1 - bytes.length, end: end - 1 };
    else if (part.startsWith('"top_logprobs"')) within = ++depth;
  }
}
