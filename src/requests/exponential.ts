/** JSON of a request in which a member's number is written with an exponent, and 0 as -0.0: the same numbers. */
export function exponential(json: string, name: string): string {
  return json.replace(
    new RegExp(`("${name}":\\s*)(-?[\\d.]+(?:e[+-]?\\d+)?)`),
    (_, before: string, number: string) =>
      Number(number) === 0 ? `${before}-0.0` : `${before}${Number(number).toExponential()}`,
  );
}
