import type { UsageNames } from '../../vocabulary/settings.ts';
import { addAt, type ExactSum } from '../exact-sum.ts';
import { MEASURES } from '../measures.ts';
import { mergedSums, RecordSum } from '../record-sum.ts';
import {
  type Columns,
  columnsByNumber,
  columnsByTitle,
  dateColumn,
  integerColumns,
  isVague,
  looksLikeHeader,
} from './columns.ts';
import { CountCells } from './count-cells.ts';
import { integerAt, isCount } from './number.ts';
import { CsvReader, field, type Row } from './reader.ts';
import { addsUp, formulaIn, isTotals, place, type RowPlace, shown, texts } from './rows.ts';
import {
  captionsOf,
  DayGroups,
  hasSums,
  hasTitles,
  keepSaying,
  MOST_CAPTIONS,
  Organizations,
  TotalsLabels,
  totalsIn,
  withoutTotalRow,
  withoutTotals,
} from './table-parts.ts';

/** Rows, and cells of them, that are kept to identify columns by their values, if titles do not. */
const SAMPLE = 50;
const SAMPLED_CELLS = 100_000;

/** The sums of an export; its rows are not kept. */
export class Table {
  header: string[] | undefined;
  columns: Columns = {};
  width = 0;
  /** Sums of the integer columns, by index; for columns that no title identifies. */
  readonly sums = new Map<number, ExactSum>();
  readonly sample: string[][] = [];
  readonly counts = new CountCells();
  /** The rows above the header. */
  captions: readonly Row[] = [];
  ragged: RowPlace | undefined;
  repeatedHeader: RowPlace | undefined;
  unreadable: RowPlace | undefined;
  /** A row that a cell calls totals, above others: no violation, but what it adds up is unknown. */
  totalsAbove: RowPlace | undefined;
  notTheSum: RowPlace | undefined;
  formula: RowPlace | undefined;
  totalsRow: RowPlace | undefined;
  /** The text of the export: its dialect, and what RFC 4180 does not allow. */
  readonly text: CsvReader;
  readonly #given: UsageNames['columns'];
  readonly #counts: (number | bigint)[] = [0, 0, 0, 0];
  #numeric: number[] = [];
  #measures: number[] = [];
  #tokensShown = false;
  #started = false;
  /** The first rows, until the header is known. */
  #head: Row[] | undefined = [];
  /** The title of the date column is ambiguous. */
  #vague = false;
  #headerText: string | undefined;
  readonly #days = new DayGroups();
  #labels: TotalsLabels | undefined;
  /** Rows of an export without dates. */
  readonly #undated = new RecordSum();
  /** Labelled as totals, without a date, or of another width: a totals row if it is the last one. */
  #odd: { row: Row; place: RowPlace; ragged: boolean; labelled: boolean } | undefined;
  /** A row without a date that a cell calls totals, until the next row. */
  #labelled: RowPlace | undefined;
  readonly #samples: Row[] = [];
  /** The last of rows without dates. */
  #last: Row | undefined;
  /** Rows of records: no header, no totals. */
  records = 0;
  readonly #organizations = new Organizations();
  readonly organizations: ReadonlyMap<string, RowPlace> = this.#organizations.found;
  /** What the first rows with usage say of whom, when and how much. */
  readonly sayings = new Set<string>();

  constructor(given?: UsageNames['columns'], charset?: string) {
    this.#given = given;
    this.text = new CsvReader((row) => this.#take(row), charset);
  }

  feed(piece: Uint8Array): void {
    this.text.feed(piece);
  }

  end(): this {
    this.text.end();
    if (this.#head) this.#settleHead(this.#head);
    if (!this.#started) this.#settleColumns();
    const undated = this.columns.date === undefined && this.#last;
    const row = undated && withoutTotalRow(undated, this.#measures, this.#undated, this.sums);
    if (row) this.records--;
    this.totalsRow = row || undefined;
    if (this.#odd && (isTotals(this.#odd.place.what) || hasSums(this.#odd.row, this.#measures, this.all)))
      this.totalsRow = this.#odd.place;
    else this.#blame();
    return this;
  }

  /** By the day in the date column's spelling. */
  get byDay(): ReadonlyMap<string, RecordSum> {
    return this.#days.byDay;
  }

  /** All rows. */
  get all(): RecordSum {
    return mergedSums([this.#undated, ...this.byDay.values()]);
  }

  #take(row: Row): void {
    if (!this.#head) {
      this.#takeBelow(row);
      return;
    }
    this.#head.push(row);
    if (hasTitles(texts(row)) || this.#head.length > MOST_CAPTIONS) this.#settleHead(this.#head);
  }

  /** Takes the first rows once it is known which of them is the header. */
  #settleHead(rows: readonly Row[]): void {
    this.#head = undefined;
    this.captions = captionsOf(rows);
    const [first, ...others] = rows.slice(this.captions.length);
    if (!first) return;
    this.width = first.cells.length;
    const narrow = this.captions.find((row) => row.cells.length !== this.width);
    const told = (row: Row) => `${row.cells.length} fields, and ${this.width} in the first row of the table`;
    if (narrow) this.ragged = place(narrow, told(narrow));
    const cells = texts(first);
    if (looksLikeHeader(cells)) this.#settleHeader(first, cells);
    else {
      this.columns = columnsByNumber(this.width, this.#given);
      others.unshift(first);
    }
    for (const row of others) this.#takeBelow(row);
  }

  #settleHeader(row: Row, cells: readonly string[]): void {
    this.header = [...cells];
    this.columns = columnsByTitle(cells, this.#given);
    this.#headerText = row.text;
    this.#organizations.settle(cells, this.#given);
    this.#vague = isVague(cells, this.columns, this.#given);
    if (this.#complete() && !this.#vague) this.#settleColumns();
  }

  #takeBelow(row: Row): void {
    if (!this.#started) {
      this.sample.push([...texts(row)]);
      this.#samples.push(row);
      if (this.sample.length >= SAMPLE || this.sample.length * this.width > SAMPLED_CELLS)
        this.#settleColumns();
      return;
    }
    this.#add(row);
  }

  #complete(): boolean {
    return this.columns.date !== undefined && MEASURES.every((m) => this.columns[m] !== undefined);
  }

  /** Identifies the columns, and takes the waiting rows. */
  #settleColumns(): void {
    this.#started = true;
    const sound = this.sample.filter((cells) => cells.length === this.width);
    const body = withoutTotals(sound, this.columns, this.sample.length < SAMPLE);
    const date = dateColumn(body, this.width);
    // A weekday has no digit.
    const wordy = this.#vague && !body.some((cells) => /\d/.test(cells[this.columns.date!] ?? ''));
    if ((this.columns.date === undefined || wordy) && date !== undefined) this.columns.date = date;
    this.#measures = MEASURES.map((m) => this.columns[m] ?? -1);
    this.#tokensShown = this.#measures.slice(0, 3).every((column) => column >= 0);
    const known = new Set(Object.values(this.columns));
    this.#numeric = integerColumns(body, this.width).filter((i) => !known.has(i));
    this.#labels = new TotalsLabels(this.width, [...this.#measures, ...this.#numeric, this.columns.date]);
    for (const row of this.#samples) this.#add(row);
    this.#samples.length = 0;
  }

  #add(row: Row): void {
    if (this.#odd) this.#blame();
    const dateAt = this.columns.date;
    const isLabelled = this.#labels?.isIn(row) ?? false;
    if (dateAt === undefined) this.#expectLast(row, isLabelled);
    const isRecord = row.cells.length === this.width && (dateAt === undefined || !isLabelled);
    const day = isRecord && dateAt !== undefined ? this.#days.of(row, dateAt) : this.#undated;
    if (!isRecord || day === undefined) {
      this.#setAside(row, isLabelled);
      return;
    }
    this.records++;
    for (let i = 0; i < 4; i++) {
      const column = this.#measures[i]!;
      this.#counts[i] = column < 0 ? 0 : this.counts.read(row, column, i);
    }
    day.count++;
    for (let i = 0; i < 4; i++) day.sums[i]!.add(this.#counts[i]!);
    for (const column of this.#numeric) addAt(this.sums, column, integerAt(row, column));
    this.#inspect(row);
    this.#organizations.take(row);
    keepSaying(this.sayings, row, this.columns, this.#counts);
    if (dateAt === undefined) this.#last = row;
  }

  /** Without dates, the totals are the last row: above others, they may be sums of some or all of them. */
  #expectLast(row: Row, isLabelled: boolean): void {
    this.totalsAbove ??= this.#labelled;
    this.#labelled = isLabelled ? place(row, totalsIn(texts(row).slice(0, 40).join(' | '))) : undefined;
  }

  /** Examines a row's cells for recorded features, and its arithmetic. */
  #inspect(row: Row): void {
    const [input = 0, output = 0, total = 0] = this.#counts;
    const isRead = () => this.#measures.slice(0, 3).every((at) => isCount(row, at));
    if (!this.notTheSum && this.#tokensShown && !addsUp(input, output, total) && isRead())
      this.notTheSum = place(row, `${input} + ${output} is not ${total}`);
    const column = this.formula ? -1 : formulaIn(row);
    if (column >= 0) this.formula = place(row, `${shown(field(row, column))} in column ${column + 1}`);
  }

  #setAside(row: Row, labelled: boolean): void {
    if (row.text === this.#headerText) {
      this.repeatedHeader ??= place(row, 'the header again');
      return;
    }
    const ragged = row.cells.length !== this.width;
    this.#odd = { row, ragged, labelled, place: place(row, texts(row).slice(0, 40).join(' | ')) };
  }

  /** The row that was set aside was not the last one, or contains no totals: it is wrong, unless a cell calls it totals. */
  #blame(): void {
    const odd = this.#odd;
    this.#odd = undefined;
    if (!odd) return;
    if (odd.ragged) {
      const what = `${odd.row.cells.length} fields, and ${this.width} in the first row`;
      this.ragged ??= { ...odd.place, what };
    } else if (odd.labelled) this.totalsAbove ??= { ...odd.place, what: totalsIn(odd.place.what) };
    else this.unreadable ??= { ...odd.place, what: `no date in ${shown(odd.place.what)}` };
  }
}
