/** What a reader can't see, or what moves what he reads: JSON can spell each of them out. */
const HIDDEN =
  /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A value as the text of a JSON file for people, with a line feed after it: characters that can't be seen, or that change
 * the direction of a text, are escaped. `indent` is by how many spaces each level is indented.
 */
export function jsonText(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent).replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, i) => unit(character.charCodeAt(i))).join(''),
  );
  return `${json}\n`;
}

const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
