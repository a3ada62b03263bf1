import { createParser } from 'eventsource-parser';
import { FramingReader } from '../judge/framing-reader.ts';
import { alternate, bounded, exponent, infoRow, median, ROUNDS, type Row, ratio, timed } from './measure.ts';

const MIB = 1024 * 1024;

/** A stream of `size` bytes or a little more: chunks as a service sends them, with text beyond ASCII in some. */
function streamOf(size: number): Buffer {
  const chunk = (n: number) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model: 'm',
      choices: [
        { index: 0, delta: { content: n % 10 === 0 ? ' naïve 🙂' : ` word${n}` }, finish_reason: null },
      ],
    })}\n\n`;
  const block = Buffer.from(Array.from({ length: 1000 }, (_, n) => chunk(n)).join(''));
  const copies = Math.ceil(size / block.length);
  return Buffer.concat([...Array.from({ length: copies }, () => block), Buffer.from('data: [DONE]\n\n')]);
}

function pieces(bytes: Buffer, size: number): Buffer[] {
  const list: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) list.push(bytes.subarray(at, at + size));
  return list;
}

function judge(list: readonly Buffer[]): void {
  let events = 0;
  const reader = new FramingReader(() => {
    events++;
  });
  for (const piece of list) reader.push(piece);
  const { irregularities } = reader.end();
  if (events === 0 || irregularities.size > 0)
    throw new Error('the stream of the benchmark is not read as it is');
}

function parse(list: readonly Buffer[]): void {
  let events = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent() {
      events++;
    },
  });
  for (const piece of list) parser.feed(decoder.decode(piece, { stream: true }));
  if (events === 0) throw new Error('the parser saw no event');
}

/**
 * The framing judge compared with eventsource-parser alone, over the same bytes in pieces of three sizes; then its
 * growth.
 */
export async function streamRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [size, total, least] of [
    [1, MIB, undefined],
    [64, 16 * MIB, 0.8],
    [65_536, 100 * MIB, 0.8],
  ] as const) {
    const list = pieces(streamOf(total), size);
    const times = await alternate(
      {
        judge: () => timed(() => judge(list)),
        parser: () => timed(() => parse(list)),
      },
      ROUNDS,
    );
    const speed = (ms: readonly number[]) => `${((total / MIB) * (1000 / median(ms))).toFixed(0)} MiB/s`;
    const figures = `${speed(times.judge)} beside ${speed(times.parser)}`;
    const what = `stream judge beside eventsource-parser, ${total / MIB} MiB in pieces of ${size}`;
    const value = ratio(times.parser, times.judge);
    rows.push(
      least === undefined
        ? infoRow(what, figures, value.toFixed(2))
        : bounded(what, figures, value, { least }),
    );
  }
  const points: [number, number][] = [];
  for (const size of [4, 16, 64]) {
    const list = pieces(streamOf(size * MIB), 65_536);
    points.push([size, median(await times5(() => judge(list)))]);
  }
  rows.push(
    infoRow(
      'stream judge, 4, 16 and 64 MiB',
      points.map(([, ms]) => `${ms.toFixed(0)} ms`).join(', '),
      `exponent ${exponent(points).toFixed(2)}`,
    ),
  );
  return rows;
}

async function times5(action: () => void): Promise<number[]> {
  const { it } = await alternate({ it: () => timed(action) }, ROUNDS);
  return it;
}
