import type { TableOf } from '../../vocabulary/table.ts';
import type { Page, RawRecord } from '../walk/page.ts';

/** The records that one answer of the stats showed. */
export type RecordsTable = TableOf<'records', Page, readonly RawRecord[]>;
