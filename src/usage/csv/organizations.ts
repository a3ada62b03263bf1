import type { UsageNames } from '../../vocabulary/settings.ts';
import { columnsOwnNames } from './columns.ts';
import { field, type Row } from './reader.ts';
import { place, type RowPlace, shown } from './rows.ts';

/** The first two organizations of the rows, in a column that is surely `org_id`. */
export class Organizations {
  readonly found = new Map<string, RowPlace>();
  #column: number | undefined;

  settle(titles: readonly string[], given: UsageNames['columns']): void {
    this.#column = columnsOwnNames(titles, given).org_id;
  }

  take(row: Row): void {
    if (this.#column === undefined || this.found.size > 1) return;
    const id = field(row, this.#column).trim().toLowerCase();
    if (id !== '' && !this.found.has(id)) this.found.set(id, place(row, `another org_id, ${shown(id)}`));
  }
}
