import { describe, expect, test } from 'vitest';
import { lenientReading } from './lenient-reading.ts';

const chunk = (content: string, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
const ONE = chunk('He');
const TWO = chunk('llo', 'stop');
const END = 'data: [DONE]\n\n';

/** The contents of the chunks that were read, and whether they are unchanged. */
function read(text: string | Uint8Array): { said: string[]; exact: boolean } | undefined {
  const reading = lenientReading(Buffer.from(text as string));
  const said = reading?.chunks.map(({ json }) => {
    const [choice] = json.choices as { delta: { content: string } }[];
    return choice ? choice.delta.content : 'no choice';
  });
  return reading && { said: said!, exact: reading.exact };
}

describe('a stream whose lines are out of order is read', () => {
  test.each<[string, string]>([
    ['as it is', `data: ${ONE}\n\ndata: ${TWO}\n\n${END}`],
    ['without data:', `${ONE}\n\n${TWO}\n\n[DONE]\n\n`],
    ['with another name of the field', `chunk: ${ONE}\n\nCHUNK:${TWO}\n\n`],
    ['with data: twice, and indented', `data: data: ${ONE}\n\n data: ${TWO}\n\n`],
    ['without blank lines', `data: ${ONE}\ndata: ${TWO}\n\n`],
    ['with CRLF', `data: ${ONE}\r\n\r\ndata: ${TWO}\r\n\r\n`],
    [
      'with empty events, pings and words between',
      `data:\n\ndata: ping\n\ndata: ${ONE}\n\n<b>\n\n${TWO}\n\n`,
    ],
    ['with null between', `data: ${ONE}\n\ndata: null\n\ndata: ${TWO}\n\n`],
    ['with an error between that ended nothing', `data: ${ONE}\n\n{"error":"busy"}\n\ndata: ${TWO}\n\n`],
  ])('%s', (_, text) => {
    expect(read(text)?.said).toEqual(['He', 'llo']);
  });

  test.each<[string, string]>([
    ['two chunks on a line', `data: ${ONE}${TWO}\n\n`],
    [
      'one over several lines',
      `data: ${JSON.stringify(JSON.parse(ONE), null, 1)}\n\ndata: ${TWO.replace(',', ',\ndata: ')}\n\n`,
    ],
    ['lists', `data: [${ONE}]\n\ndata: [${TWO}]\n\n`],
    ['strings', `data: ${JSON.stringify(ONE)}\n\ndata: ${JSON.stringify(TWO)}\n\n`],
    ['NaN', `data: {"score":NaN,${ONE.slice(1)}\n\ndata: ${TWO}\n\n`],
    ['a bare control byte in a string', `data: {"x":"\u0001",${ONE.slice(1)}\n\ndata: ${TWO}\n\n`],
  ])('where it holds %s, which is not what stands there', (_, text) => {
    expect(read(text)).toEqual({ said: ['He', 'llo'], exact: false });
  });

  test('and the words NaN and data: in a text stay what they are', () => {
    expect(read(`${chunk('NaN data: {}')}\n\n${TWO}\n\n`)).toEqual({
      said: ['NaN data: {}', 'llo'],
      exact: true,
    });
  });
});

describe('a stream is not read', () => {
  test.each<[string, string]>([
    ['where JSON is cut', `data: ${ONE.slice(0, -1)}\n\ndata: ${TWO}\n\n`],
    ['where quotes are no quotes', `data: ${ONE.replaceAll('"', "'")}\n\ndata: ${TWO}\n\n`],
    ['where something came instead of the end', `data: ${ONE}\n\ndata: overloaded\n\n`],
    ['where there is no choice', 'data: ping\n\ndata: [DONE]\n\n'],
    ['where there is nothing', ''],
  ])('%s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});

test('an error at the end is kept: it may have ended the stream', () => {
  const reading = lenientReading(Buffer.from(`${ONE}\n\n{"error":{"message":"busy"}}\n\n`));
  expect(reading?.chunks.map(({ json }) => Object.keys(json))).toEqual([['choices'], ['error']]);
});
