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

/** JSON with its letters, digits and underscores written as themselves: any character may be escaped (RFC 8259). */
export function withPlainWords(json: string): string {
  if (!json.includes('\\u00')) return json;
  return json.replace(/\\(?:u00([3-7][0-9a-f])|[\s\S])/gi, (whole, code: string | undefined) => {
    const character = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    return /\w/.test(character) ? character : whole;
  });
}
