import type { Answer, Choice } from '../../vocabulary/answer.ts';
import type { Finding } from '../../vocabulary/check.ts';
import { placeOfChoice } from '../answer.ts';
import { finding, quote } from '../finding.ts';

const placeOf = (answer: Answer, choice: Choice) => placeOfChoice(answer, choice, '/message/content');

/** No choice's content contains a stop string. */
export function stopsBefore({ answer, stops }: { answer: Answer; stops: readonly string[] }): Finding[] {
  for (const choice of answer.choices) {
    const held = stops.find((stop) => choice.content.includes(stop));
    if (held === undefined && comesTwice(choice.content) && choice.finishReason === 'stop') {
      const expected = 'what stands before a stop string comes once';
      return [finding(answer.exchange, expected, quote(choice.content), placeOf(answer, choice))];
    }
    if (held === undefined) continue;
    const at = choice.content.indexOf(held);
    const around = choice.content.slice(Math.max(0, at - 20), at + held.length + 10);
    const expected = 'the content does not hold a stop string';
    const actual = `${quote(held, 20)} in ${quote(around)}`;
    return [finding(answer.exchange, expected, actual, placeOf(answer, choice))];
  }
  return [];
}

/** Fewer characters come twice in words of any kind. */
const LEAST_TWICE = 3;
/** Blanks at the end of a text that may belong to what comes twice. */
const MOST_BLANKS = 8;

/** Whether a content is one text twice, with or without blanks after each. */
function comesTwice(content: string): boolean {
  const text = `${content.trimStart()} `;
  const bare = text.trimEnd().length;
  for (let end = bare; end <= Math.min(text.length, bare + MOST_BLANKS); end++) {
    const half = end / 2;
    if (end % 2 === 0 && half >= LEAST_TWICE && text.startsWith(text.slice(0, half), half)) return true;
  }
  return false;
}
