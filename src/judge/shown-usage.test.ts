import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { showsUsage } from './auth.ts';

const ROWS = 'Date;Input Tokens;Output Tokens;Requests\n01.11.2026;"120";"30";"4"\n';
const file = (body: string | Uint8Array, type = 'text/plain') =>
  exchange({ status: 401, body, headers: { 'content-type': type } });

test.each([
  ['rows below titles', file(ROWS), true],
  ['rows below a line for spreadsheets', file(`\ufeffsep=;\r\n${ROWS}`), true],
  ['rows in UTF-16', file(Buffer.from(`\ufeff${ROWS}`, 'utf16le')), true],
  ['rows labelled as a spreadsheet', file(ROWS, 'application/vnd.ms-excel'), true],
  ['rows below a caption', file(`Usage of November\n\n${ROWS}`), true],
  ['a page that speaks of tokens', file(ROWS, 'text/html'), false],
  ['a line for spreadsheets and an error', file('sep=;\nerror;tokens\nno key;0\n'), false],
  ['titles alone', file('date,input_tokens,output_tokens,total_requests\n'), false],
  ['limits in a refusal', exchange({ status: 401, body: { total_requests: 10, total_tokens: 0 } }), false],
])('%s: %s', (_, given, shows) => {
  expect(showsUsage(given)).toBe(shows);
});
