import type { Parameter } from '../endpoints.ts';

/** A moment beyond every record, so that little comes where a range is taken. */
const FAR = '2199';

/**
 * Values that are odd, extreme or impossible, and of which it is open what they mean; that they make no server error is
 * not. Dates lie far from all records, so that little comes where they are taken.
 */
export const ODD: Partial<Record<Parameter, readonly string[]>> = {
  start: [
    `${FAR}-01-01T24:00:00Z`,
    `${FAR}-12-31T23:59:60Z`,
    `${FAR}-W01-1`,
    `+${FAR}-01-01`,
    `${FAR}-01-01T00:00:00+99:99`,
    '9999-12-31',
    '99999-01-01',
    `${FAR}-01-01\u0000`,
    '٢١٩٩-٠١-٠١',
    '9'.repeat(400),
  ],
  end: ['0000-00-00', '0001-01-01', '-0001-01-01', '1970-01-01T00:00:00-99:99', '1900-02-29', '-62135596801'],
  limit: ['-9223372036854775809', '1e1', '0x10', '+5', ' 5', 'null', '1,5', '٥', '5\u0000', '9'.repeat(400)],
  offset: [
    '-9223372036854775809',
    '9223372036854775807',
    '1e9',
    '0x10',
    'Infinity',
    '5\u0000',
    '9'.repeat(400),
  ],
};

/** Ranges that no calendar minds, though programs may: reversed, at the ends of the calendar, where years differ. */
export const ODD_RANGES: readonly (readonly [start: string, end: string, words: string])[] = [
  [`${FAR}-01-02`, `${FAR}-01-01`, 'a reversed range'],
  [`${FAR}-01-01`, `${FAR}-01-01`, 'a range of one day'],
  ['0001-01-01', '0001-01-02', 'a range at the beginning of the calendar'],
  ['9999-12-30', '9999-12-31', 'a range at the end of the calendar'],
  [`${FAR}-01-01`, '0001-01-01', 'a reversed range of two thousand years'],
  ['2024-02-29', '2024-02-29', 'a leap day'],
  ['2023-12-31', '2024-01-01', 'a range across the end of a year'],
  ['2024-02-28', '2024-03-01', 'a range across a leap day'],
];
