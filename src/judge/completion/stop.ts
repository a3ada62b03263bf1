import type { Finding } from '../../vocabulary/check.ts';
import type { Answer, Choice } from '../answer.ts';
import { finding } from '../finding.ts';
import { quote } from '../quote.ts';

const placeOf = ({ streamed }: Answer, { index }: Choice) =>
  streamed ? `body, choice ${index}` : `body /choices/${index}/message/content`;

/** No choice's content contains a stop string. */
export function stopsBefore({ answer, stops }: { answer: Answer; stops: readonly string[] }): Finding[] {
  for (const choice of answer.choices) {
    const held = stops.find((stop) => choice.content.includes(stop));
    const twice = held === undefined && /^\s*(\S.{2,})\1\s*$/s.exec(`${choice.content} `)?.[1];
    if (twice && choice.finishReason === 'stop') {
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
