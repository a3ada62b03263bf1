/** Words for totals that are no names of people, lower-case. */
// cspell:disable-next-line
const NO_NAMES = 'итого|всего|合計|総計|合计|总计|總計|합계|المجموع|कुल';
// cspell:disable-next-line
const OTHERS = 'totale|totaal|suma|somme|summa|toplam|razem|ukupno|celkem';

const WORDS = new RegExp(`(?<!\\p{L})(?:totals?|sum|summe|gesamt|all|${OTHERS}|${NO_NAMES})(?!\\p{L})`, 'iu');
const ALONE = new RegExp(`^(?:${NO_NAMES})$`, 'iu');

/** Whether a text has a word for totals. */
export const namesTotals = (text: string): boolean => WORDS.test(text);

/** Whether a text is nothing but a word for totals, and in no language a name. */
export const isTotalsWord = (text: string): boolean => ALONE.test(text);
