import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseStream } from '../judge/parsed-stream.ts';
import type { AnswerTable, BodiesTable, BodyTable, StreamsTable, StreamTable } from '../judge/table.ts';
import { contradiction } from '../proof/contradiction.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { RecordsTable } from '../usage/judge/table.ts';
import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { exchange, streamExchange } from './exchange.ts';

type Table = BodyTable | BodiesTable | StreamTable | StreamsTable | AnswerTable | RecordsTable;

const bodyOf = (body: object) => ({
  exchange: exchange({ body }),
  body: body as Record<string, unknown>,
  row: { choices: 1 },
});

/** What a judge said of a row, and the exchanges that it was shown. */
interface Outcome {
  said: readonly Finding[] | string;
  shown: readonly Exchange[];
}

/** Shows evidence to a judge. */
const judged = <E extends { exchange: Exchange }, S extends Outcome['said']>(
  judge: (e: E) => S,
  evidence: E,
) => ({
  said: judge(evidence),
  shown: [evidence.exchange],
});

const judgedAll = <E extends { exchange: Exchange }, S extends Outcome['said']>(
  judge: (all: E[]) => S,
  evidence: E[],
) => ({ said: judge(evidence), shown: evidence.map((e) => e.exchange) });

const streamOf = async (payloads: Parameters<typeof streamExchange>[0]) =>
  parseStream(streamExchange(payloads));

/** The outcomes of a table in the order of its rows, each made as its rows are to be read. */
async function outcomesOf(table: Table): Promise<Outcome[]> {
  switch (table.of) {
    case 'body':
      return table.rows.map(([, body]) => judged(table.judge, bodyOf(body)));
    case 'bodies':
      return table.rows.map(([, bodies]) => judgedAll(table.judge, bodies.map(bodyOf)));
    case 'stream':
      return Promise.all(
        table.rows.map(async ([, payloads]) => judged(table.judge, await streamOf(payloads))),
      );
    case 'streams':
      return Promise.all(
        table.rows.map(async ([, streams]) =>
          judgedAll(table.judge, await Promise.all(streams.map(streamOf))),
        ),
      );
    case 'answer':
      return table.rows.map(([what, parts]) => judged(table.judge, { exchange: exchange(parts), what }));
    case 'records':
      return table.rows.map(([, records]) => {
        const all = records.map((record) => ({ ...record }));
        return judged(table.judge, { exchange: exchange({ method: 'GET', body: all }), records: all });
      });
  }
}

const inWords = ({ said }: Outcome): string =>
  typeof said === 'string' ? said : (said[0]?.place ?? 'holds');

const files = globSync('src/{judge,usage/judge}/**/*.ts', { cwd: PACKAGE_ROOT }).filter(
  (file) =>
    !file.endsWith('.test.ts') &&
    /^export const table\b/m.test(readFileSync(join(PACKAGE_ROOT, file), 'utf8')),
);

describe.each(files.sort())('%s', async (file) => {
  const { table } = (await import(pathToFileURL(join(PACKAGE_ROOT, file)).href)) as { table: Table };

  test(`judges for ${table.check} what the table shows`, async () => {
    const outcomes = await outcomesOf(table);
    expect(outcomes).toHaveLength(table.rows.length);
    const wrong = table.rows.flatMap(([what, , expected], i) => {
      const found = inWords(outcomes[i]!);
      return found === expected ? [] : [`row “${what}”: the table says ${expected}, the judge ${found}`];
    });
    expect(wrong.join('; ')).toBe('');
  });

  test(`what ${table.check} says to stand, or to be absent, is so in the exchange that it cites`, async () => {
    const untrue = (await outcomesOf(table)).flatMap(({ said, shown }) =>
      (typeof said === 'string' ? [] : said).flatMap((finding) => {
        const cited = shown.find(({ id }) => id === finding.exchanges[0]);
        const why = cited ? contradiction(finding, cited) : `${finding.exchanges[0]} was not shown to it`;
        return why === undefined ? [] : [`${finding.actual} (${finding.place}): ${why}`];
      }),
    );
    expect(untrue).toEqual([]);
  });

  test('has evidence for more than one outcome', () => {
    expect(new Set(table.rows.map(([, , outcome]) => outcome)).size).toBeGreaterThan(1);
  });
});
