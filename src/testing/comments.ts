/** Strings, templates and regular expressions are matched too, so that comment signs inside them do not count. */
const TOKEN =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|\/\/.*|\/(?![*/ ])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/gm;

/** The texts of the comments in a TypeScript or JavaScript file, without samples and directives. */
export function commentsIn(source: string): string[] {
  return [...source.matchAll(TOKEN)]
    .map(([token]) => token.trim())
    .filter((token) => /^\/[/*]/.test(token) && !/biome-ignore|^\/\* global/.test(token))
    .map((token) =>
      token
        .replace(/^\/\*\*?|\*\/$/g, '')
        .replace(/^[ \t]*(?:\/\/|\*) ?/gm, '')
        .replace(/^@example[\s\S]*/m, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text.includes(' '));
}

/** The texts for people among the strings and templates of a file, without tags and inserted values. */
export function stringsIn(source: string): string[] {
  return [...source.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => /^['"`]/.test(token))
    .flatMap((token) => token.slice(1, -1).split(/<[^<>]*>|\$\{[^{}]*\}|\\n|\n/))
    .map((text) => text.trim())
    .filter((text) => /[a-z] [a-z]+ [a-z]/.test(text) && !/[{}=;]|=>/.test(text));
}
