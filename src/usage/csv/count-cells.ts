import { MEASURES } from '../measures.ts';
import { fills, integerAt, isUnknownNumber, odd, type Shape } from './number.ts';
import { field, type Row } from './reader.ts';
import { isNothing, place, type RowPlace, shown } from './rows.ts';

/** Reads the counts of rows, and keeps the first cells with a format or a value that is odd. */
export class CountCells {
  readonly shapes = new Map<Shape, RowPlace>();
  noNumber: RowPlace | undefined;
  /** A count in a format that is not read: what the rows add up to is unknown. */
  unknownNumber: RowPlace | undefined;
  negative: RowPlace | undefined;

  /** The count of a measure, by its index. Without a number it adds nothing; an empty cell, or a dash, is zero. */
  read(row: Row, column: number, measure: number): number | bigint {
    const count = integerAt(row, column);
    const text = field(row, column);
    const here = () => place(row, `${MEASURES[measure]} is ${count ?? shown(text)}`);
    if (count === undefined) {
      if (isUnknownNumber(text)) this.unknownNumber ??= here();
      else if (!isNothing(text)) this.noNumber ??= here();
      return 0;
    }
    if (!fills(count, text.length)) this.#noteShape(row, text);
    if (count < 0) this.negative ??= here();
    return count;
  }

  #noteShape(row: Row, text: string): void {
    const { shape } = odd(text);
    if (shape !== 'plain' && !this.shapes.has(shape)) this.shapes.set(shape, place(row, shown(text)));
  }
}
