/** Characters that are invisible or move others: JSON can escape each of them. */
const HIDDEN =
  /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A value as the text of a JSON file for people, with a final line feed: invisible characters, and characters that
 * change the direction of text, are escaped. `indent` is the number of spaces per level.
 */
export function jsonText(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent).replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, i) => unit(character.charCodeAt(i))).join(''),
  );
  return `${json}\n`;
}

const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
