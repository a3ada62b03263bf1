import type { Verdict } from '../vocabulary/verdict.ts';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Colour = keyof typeof CODES;

/** Adds a color to text, or leaves it unchanged. */
export type Palette = (colour: Colour, text: string) => string;

export function createPalette(enabled: boolean): Palette {
  return enabled ? (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m` : (_colour, text) => text;
}

export const VERDICT_COLOUR: Readonly<Record<Verdict, Colour>> = {
  fail: 'red',
  error: 'magenta',
  warn: 'yellow',
  inconclusive: 'yellow',
  pass: 'green',
  observed: 'cyan',
  'not-applicable': 'dim',
  skipped: 'dim',
};

/**
 * Colors are used on terminals unless they are disabled (https://no-color.org). They can be forced in a pipe
 * (https://force-color.org).
 */
export function wantsColours(stream: { isTTY?: boolean }, env: Record<string, string | undefined>): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Colors and width of an output; the width is that of the terminal, else `COLUMNS`, else unknown. */
export function terminalOf(
  stream: { isTTY?: boolean; columns?: number },
  env: Record<string, string | undefined>,
): { colours: boolean; columns: number | undefined } {
  const named = Number(env.COLUMNS);
  return { colours: wantsColours(stream, env), columns: stream.columns || (named >= 20 ? named : undefined) };
}
