import type { Row } from './covering-array.ts';
import { WITHIN } from './prompts.ts';

/**
 * Strings that end a text: nearly every text contains them, and one text to repeat contains one of several tokens.
 * For several choices, whose texts have to begin, one that occurs later in a count. None if a call, JSON or, in
 * streams, several full texts are requested.
 */
function stoppers({ n, stream }: Row, exacting: boolean): readonly string[] {
  if (exacting || (n === 'two' && stream !== 'true')) return [];
  if (n === 'two') return ['two'];
  return stream === 'true' ? [WITHIN, 'seven', 'six', 'five'] : ['e', 'a', 'o', '\n'];
}

/** The `stop` of a row: a string or several. `turn` counts the uses of a class, so that its variants alternate. */
export function stopOf(row: Row, exacting: boolean, turn: (name: string) => number): string | string[] {
  const { stop: kind, stream } = row;
  const ending = stoppers(row, exacting);
  const variant = turn('stop list');
  // A service that trims its input reads line breaks as empty. In streams the first one has to end the text.
  const mayBreak = kind === 'string' && !exacting && (stream !== 'true' || ending.length === 0);
  return mayBreak && turn('stop break') % 2 === 0 ? '\n' : stops(kind!, ending, exacting, variant);
}

/** One string, or several; in every other list the first one never occurs: the others have to end the text. */
function stops(
  kind: string,
  ending: readonly string[],
  exacting: boolean,
  variant: number,
): string | string[] {
  const never = ['###', 'The end of all numbers!', exacting ? '@@@' : '\n\n\n', '%%%'];
  const all = ending.length > 0 ? ending : never;
  if (kind === 'string') return all[0]!;
  const [first, ...others] = all;
  if (variant % 2) return [never[0]!, ...(ending.length > 0 ? ending.slice(0, 3) : others.slice(0, 1))];
  return all.length > 1 ? [first!, ...others] : [first!, ...never.slice(0, 2)];
}
