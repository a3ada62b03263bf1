import type { Finding } from '../../vocabulary/check.ts';
import type { Answer } from '../answer.ts';
import { finding } from '../finding.ts';
import { quote } from '../quote.ts';

/** The content of no choice holds a string that was to stop it. */
export function stopsBefore({ answer, stops }: { answer: Answer; stops: readonly string[] }): Finding[] {
  for (const choice of answer.choices) {
    const held = stops.find((stop) => choice.content.includes(stop));
    if (held === undefined) continue;
    const at = choice.content.indexOf(held);
    const around = choice.content.slice(Math.max(0, at - 20), at + held.length + 10);
    const place = answer.streamed
      ? `body, choice ${choice.index}`
      : `body /choices/${choice.index}/message/content`;
    const expected = 'the content does not hold a stop string';
    return [finding(answer.exchange, expected, `${quote(held, 20)} in ${quote(around)}`, place)];
  }
  return [];
}
