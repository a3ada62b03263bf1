import { BasicConstraints, type Certificate, ExtKeyUsage } from 'pkijs';

/* The rules of RFC 5280 for a certificate chain that pkijs does not apply itself. */

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const NAME_CONSTRAINTS = '2.5.29.30';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const ANY_PURPOSE = '2.5.29.37.0';

/** pkijs applies key usage to authorities, and name constraints; the other two are applied here. */
const PROCESSED = [BASIC_CONSTRAINTS, KEY_USAGE, NAME_CONSTRAINTS, EXTENDED_KEY_USAGE];

/**
 * Why a chain that pkijs accepted is invalid, in words; undefined if it is valid. `path` begins with the
 * certificate of the signer and ends with a trusted authority.
 */
export function chainProblem(path: readonly Certificate[]): string | undefined {
  for (const { extensions = [] } of path) {
    const unknown = extensions.find(({ critical, extnID }) => critical && !PROCESSED.includes(extnID));
    if (unknown) return `a certificate has the critical extension ${unknown.extnID}, which is not supported`;
  }
  const [signer, ...authorities] = path;
  if (!signer || !isForStampsAlone(signer)) return 'the certificate of its service is not for time stamps';
  let below = 0;
  for (const authority of authorities) {
    const { pathLenConstraint: most } = extension(authority, BASIC_CONSTRAINTS, BasicConstraints) ?? {};
    if (typeof most === 'number' && below > most)
      return `an authority may have ${most} authorities below it, but has ${below}`;
    const purposes = extension(authority, EXTENDED_KEY_USAGE, ExtKeyUsage)?.keyPurposes;
    if (purposes?.some((purpose) => purpose === TIME_STAMPING || purpose === ANY_PURPOSE) === false)
      return 'an authority may not issue certificates for time stamps';
    if (!authority.issuer.isEqual(authority.subject)) below++;
  }
  return undefined;
}

/** A certificate for time stamps is for nothing else. */
export function isForStampsAlone(certificate: Certificate): boolean {
  const purposes = extension(certificate, EXTENDED_KEY_USAGE, ExtKeyUsage)?.keyPurposes;
  return purposes?.length === 1 && purposes[0] === TIME_STAMPING;
}

function extension<T>({ extensions = [] }: Certificate, id: string, type: new () => T): T | undefined {
  const value: unknown = extensions.find(({ extnID }) => extnID === id)?.parsedValue;
  return value instanceof type ? value : undefined;
}
