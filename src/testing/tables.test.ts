import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseStream } from '../judge/stream/parsed-stream.ts';
import type { AnswerTable, BodiesTable, BodyTable, StreamsTable, StreamTable } from '../judge/table.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { RecordsTable } from '../usage/judge/table.ts';
import { exchange, streamExchange } from './exchange.ts';

type Table = BodyTable | BodiesTable | StreamTable | StreamsTable | AnswerTable | RecordsTable;

const bodyOf = (body: object) => ({
  exchange: exchange({ body }),
  body: body as Record<string, unknown>,
  row: { choices: 1 },
});

/** The outcomes of a table in the order of its rows, each made as its rows are to be read. */
async function outcomesOf(table: Table): Promise<(readonly { place: string }[] | string)[]> {
  switch (table.of) {
    case 'body':
      return table.rows.map(([, body]) => table.judge(bodyOf(body)));
    case 'bodies':
      return table.rows.map(([, bodies]) => table.judge(bodies.map(bodyOf)));
    case 'stream':
      return Promise.all(
        table.rows.map(async ([, payloads]) => table.judge(await parseStream(streamExchange(payloads)))),
      );
    case 'streams':
      return Promise.all(
        table.rows.map(async ([, streams]) =>
          table.judge(
            await Promise.all(streams.map(async (payloads) => parseStream(streamExchange(payloads)))),
          ),
        ),
      );
    case 'answer':
      return table.rows.map(([what, parts]) => table.judge({ exchange: exchange(parts), what }));
    case 'records':
      return table.rows.map(([, records]) => {
        const all = records.map((record) => ({ ...record }));
        return table.judge({ exchange: exchange({ method: 'GET', body: all }), records: all });
      });
  }
}

const inWords = (outcome: readonly { place: string }[] | string): string =>
  typeof outcome === 'string' ? outcome : (outcome[0]?.place ?? 'holds');

const files = globSync('src/{judge,usage/judge}/**/*.ts', { cwd: PACKAGE_ROOT }).filter(
  (file) =>
    !file.endsWith('.test.ts') &&
    /^export const table\b/m.test(readFileSync(join(PACKAGE_ROOT, file), 'utf8')),
);

describe.each(files.sort())('%s', async (file) => {
  const { table } = (await import(pathToFileURL(join(PACKAGE_ROOT, file)).href)) as { table: Table };

  test(`judges for ${table.check} what the table shows`, async () => {
    const outcomes = await outcomesOf(table);
    expect(outcomes.map((outcome, i) => [table.rows[i]![0], inWords(outcome)])).toEqual(
      table.rows.map(([what, , outcome]) => [what, outcome]),
    );
  });

  test('has evidence for more than one outcome', () => {
    expect(new Set(table.rows.map(([, , outcome]) => outcome)).size).toBeGreaterThan(1);
  });
});
