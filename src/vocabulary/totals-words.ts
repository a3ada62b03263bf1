const WORDS = '(?:sub[ -]?)?totals?|sum|summe|gesamt';
/** Words of other languages that are no names of people. */
// cspell:disable-next-line
const NO_NAMES = 'итого|всего|合計|総計|合计|总计|總計|합계|المجموع|कुल';
/** And those that may be. */
// cspell:disable-next-line
const OTHERS = 'totale|totaal|suma|somme|summa|toplam|razem|ukupno|celkem';

const IN_TEXT = new RegExp(`(?<!\\p{L})(?:all|${WORDS}|${OTHERS}|${NO_NAMES})(?!\\p{L})`, 'iu');
const BESIDE = 'grand|overall|all|the|of|for|users?|rows?|records?|usage';
const WHOLE = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:(?:${BESIDE}|${WORDS}|${NO_NAMES})(?:[^\\p{L}\\p{N}_]+|$))+$`,
  'iu',
);

/** Whether a text has a word for totals. */
export const namesTotals = (text: string): boolean => IN_TEXT.test(text);

/** Whether a cell of a row of totals names no one. */
export const isTotalsLabel = (cell: string): boolean => WHOLE.test(cell);
