import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Certificate, SignedData, TimeStampResp } from 'pkijs';

/** Where certificates and stamps are made; whoever imports it removes it. */
export const folder = mkdtempSync(join(tmpdir(), 'chatspec-stamp-'));
/** Runs openssl in the folder. */
export const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

/** What openssl needs to make stamps, and certificates of each kind. */
export const CONFIG = `[tsa]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
[stamps]
extendedKeyUsage = critical,timeStamping
[anything]
extendedKeyUsage = critical,timeStamping,serverAuth
[ca]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[last]
basicConstraints = critical,CA:TRUE,pathlen:0
[unknown]
basicConstraints = critical,CA:TRUE
1.2.3.4 = critical,ASN1:UTF8String:x
[tls]
basicConstraints = critical,CA:TRUE
extendedKeyUsage = serverAuth
[names]
basicConstraints = critical,CA:TRUE
nameConstraints = critical,permitted;dirName:only
[only]
O = Only
[service]
basicConstraints = critical,CA:FALSE
[reads]
basicConstraints = critical,CA:TRUE
keyUsage = critical,digitalSignature
[stampsunknown]
extendedKeyUsage = critical,timeStamping
1.2.3.4 = critical,ASN1:UTF8String:x
`;

const fresh = ['req', '-newkey', 'rsa:2048', '-nodes', '-subj'];

/** An authority, and a service of it whose certificate is for time stamps alone or for other things too. */
export function authority(name: string, use: 'stamps' | 'anything' = 'stamps'): void {
  openssl(...fresh, `/CN=${name}`, '-x509', '-days', '30', '-keyout', `${name}.key`, '-out', `${name}.pem`);
  issue(`${name}-tsa`, name, use, `/CN=${name} stamps`);
}

/** A certificate by this issuer, with the extensions of a section of the configuration. */
export function issue(
  name: string,
  issuer: string,
  section: string,
  subject = `/CN=${name}`,
  digest = 'sha256',
): void {
  openssl(...fresh, subject, '-keyout', `${name}.key`, '-out', 'request.pem');
  const signed = ['x509', '-req', '-in', 'request.pem', '-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`];
  const extensions = ['-extfile', 'tsa.cnf', '-extensions', section];
  openssl(...signed, `-${digest}`, '-CAcreateserial', '-days', '30', ...extensions, '-out', `${name}.pem`);
}

/** Stamps as an authority's service does that openssl plays. */
export function stampedBy(name: string, digest = 'sha256') {
  return (query: Buffer) => {
    writeFileSync(join(folder, 'query.tsq'), query);
    const who = ['-signer', `${name}-tsa.pem`, '-inkey', `${name}-tsa.key`, '-chain', `${name}.pem`];
    const given = ['ts', '-reply', '-config', 'tsa.cnf', '-section', 'tsa', '-queryfile', 'query.tsq'];
    openssl(...given, ...who, `-${digest}`, '-out', 'reply.tsr');
    return readFileSync(join(folder, 'reply.tsr'));
  };
}

/** A stamp whose content is right, signed with a certificate that is not for stamps alone; openssl itself makes none. */
export function stampedByAnything(query: Buffer) {
  stampedBy('one')(query);
  openssl('ts', '-reply', '-in', 'reply.tsr', '-token_out', '-out', 'token.der');
  openssl('cms', '-verify', '-noverify', '-inform', 'DER', '-in', 'token.der', '-out', 'info.der');
  const signer = ['-signer', 'wide-tsa.pem', '-inkey', 'wide-tsa.key', '-md', 'sha256'];
  const typed = ['-binary', '-nodetach', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-outform', 'DER'];
  openssl('cms', '-sign', ...typed, ...signer, '-in', 'info.der', '-out', 'token.der');
  const token = readFileSync(join(folder, 'token.der'));
  const granted = Buffer.from([0x30, 0x03, 0x02, 0x01, 0x00]);
  const head = Buffer.from([0x30, 0x82, 0, 0]);
  head.writeUInt16BE(granted.length + token.length, 2);
  return Buffer.concat([head, granted, token]);
}

/** The same stamp, with another certificate before its own ones. */
export function withCertificateFirst(stamp: Buffer, pem: Buffer): Buffer {
  const answer = TimeStampResp.fromBER(new Uint8Array(stamp).buffer);
  const signed = new SignedData({ schema: answer.timeStampToken!.content });
  const certificate = Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw).buffer);
  signed.certificates = [certificate, ...(signed.certificates ?? [])];
  answer.timeStampToken!.content = signed.toSchema(true);
  return Buffer.from(answer.toSchema().toBER(false));
}
