/** Headers of any answer; a service that hands a secret out in pieces puts them into headers of its own. */
const USUAL =
  /^(content-.*|date|connection|keep-alive|server|vary|transfer-encoding|cache-control|etag|expires|via|alt-svc|access-control-.*|strict-transport-security)$/i;

/** Whether a header of this name comes with any answer. */
export function isUsualHeader(name: string): boolean {
  return USUAL.test(name);
}

/** Each text in which a secret may come back with a response's head: all that is said, and what is said in a row. */
export function headTexts(
  statusText: string,
  headers: readonly (readonly [string, string])[],
): readonly string[] {
  const own = headers.filter(([name]) => !isUsualHeader(name));
  return [
    `${statusText}\n${headers.flat().join('\n')}`,
    headers.map(([, value]) => value).join('\n'),
    own.map(([, value]) => value).join('\n'),
    headers.map(([name]) => name).join('\n'),
  ];
}
