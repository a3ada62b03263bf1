const BASIC = /^(\s*basic\s+)([A-Za-z0-9+/_=-]+)\s*$/i;

const decoded = (login: string) => Buffer.from(login, 'base64').toString('utf8');

/** The login that a header of the Basic scheme encodes, its password, and its user name if it is long. */
export function basicLogin(header: string): string[] {
  const [, , encoded = ''] = BASIC.exec(header) ?? [];
  const login = decoded(encoded);
  const colon = login.indexOf(':');
  if (colon < 0) return [];
  const [user, password] = [login.slice(0, colon), login.slice(colon + 1)];
  return [login, password, user.length >= 8 ? user : ''].filter((part) => part !== '');
}

/** A header of the Basic scheme without its login, if that has one of the secrets: it may be too common to be searched. */
export function withoutLogin(header: string, secrets: readonly string[]): string {
  const [, scheme = '', login = ''] = BASIC.exec(header) ?? [];
  const told = decoded(login);
  return secrets.some((secret) => told.includes(secret)) ? scheme + '*'.repeat(login.length) : header;
}
