import type { Dispatcher } from 'undici';

/** Names and values as received, each byte one character. */
export function headerList(
  raw: Dispatcher.DispatchController['rawHeaders'],
  parsed: Record<string, string | string[] | undefined>,
): [string, string][] {
  if (!Array.isArray(raw)) {
    return Object.entries(parsed).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((v): [string, string] => [name, v]),
    );
  }
  const list: [string, string][] = [];
  const spell = (bytes: Buffer | string) => (typeof bytes === 'string' ? bytes : bytes.toString('latin1'));
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([spell(raw[i]!), spell(raw[i + 1]!)]);
  return list;
}

/** The bytes of headers, with their separators. */
export function sizeOf(headers: readonly [string, string][]): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

/** The values of the headers of one name, given in lower case. */
export function valuesOf(headers: readonly (readonly [string, string])[], name: string): string[] {
  return headers.filter(([known]) => known.toLowerCase() === name).map(([, value]) => value);
}
