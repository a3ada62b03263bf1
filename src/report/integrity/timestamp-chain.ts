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

/** MD5 and SHA-1, alone and with RSA, DSA and ECDSA: others can be given the same digest. */
const BROKEN_DIGESTS = new Set([
  '1.2.840.113549.2.5',
  '1.3.14.3.2.26',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10040.4.3',
  '1.2.840.10045.4.1',
]);

/** Whether a signature of these algorithms proves nothing. */
export const isBroken = (algorithms: readonly { algorithmId: string }[]): boolean =>
  algorithms.some(({ algorithmId }) => BROKEN_DIGESTS.has(algorithmId));

/**
 * Why a chain that pkijs accepted is invalid, in words; undefined if it is valid. `path` begins with the
 * certificate of the signer and ends with a trusted authority.
 */
export function chainProblem(path: readonly Certificate[]): string | undefined {
  for (const { extensions = [] } of path) {
    const unknown = extensions.find(({ critical, extnID }) => critical && !PROCESSED.includes(extnID));
    if (unknown) return `a certificate has the critical extension ${unknown.extnID}, which is not supported`;
  }
  // Nobody relies on the signature of the trusted authority itself.
  if (isBroken(path.slice(0, -1).map(({ signatureAlgorithm }) => signatureAlgorithm)))
    return 'a certificate of it is signed with MD5 or SHA-1';
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

/**
 * The certificates from the signer's up to one that a trusted authority issued, or as far as they lead; undefined if they
 * form a cycle, in which pkijs would search without end. Linear in the length of the path, as only one certificate for
 * each issuer is followed.
 */
export function pathOf(
  signer: Certificate,
  certificates: readonly Certificate[],
  trusted: readonly Certificate[],
): Certificate[] | undefined {
  const path = [signer];
  for (let last = signer; ; ) {
    const issued = ({ subject }: Certificate) => subject.isEqual(last.issuer);
    if (trusted.some(issued) || issued(last)) return path;
    if (path.some(issued)) return undefined;
    const next = certificates.find(issued);
    if (!next) return path;
    path.push(next);
    last = next;
  }
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
