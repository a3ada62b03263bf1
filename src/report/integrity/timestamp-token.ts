import { hash } from 'node:crypto';
import { fromBER, Integer, ObjectIdentifier, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { chainProblem, isBroken, isForStampsAlone, pathOf } from './timestamp-chain.ts';

/* Time stamps of RFC 3161: a third party signs that it saw a digest at a time. */

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TOKEN_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const SHA256 = '2.16.840.1.101.3.4.2.1';
/** pkijs's error for a signer without a trusted authority. */
const UNTRUSTED = 5;

const digest = (data: Uint8Array) => hash('sha256', data, 'buffer');
const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/**
 * The request for a stamp of these bytes, with a nonce that has to be returned and the certificates of the service.
 */
export function stampRequest(data: Uint8Array, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: exact(digest(data)) }),
    }),
    nonce: new Integer({ valueHex: exact(nonce) }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER(false));
}

/** The claims of a stamp, unverified. */
export interface Stamp {
  at: Date;
  info: TSTInfo;
  signed: SignedData;
}

/**
 * Reads the response of a service. Throws an `Error` in words if it is invalid, or contains no stamp of these
 * bytes.
 */
export function readStamp(der: Uint8Array, data: Uint8Array): Stamp {
  const { info, signed } = parsed(der);
  if (info.messageImprint.hashAlgorithm.algorithmId !== SHA256)
    throw new Error('its digest is not SHA-256, as requested');
  if (!digest(data).equals(Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView)))
    throw new Error('it is for other content');
  return { at: info.genTime, info, signed };
}

function parsed(der: Uint8Array): { info: TSTInfo; signed: SignedData } {
  let answer: TimeStampResp;
  try {
    // Trailing data, and other ways to write the same, are not covered: anyone could change them.
    const { offset, result } = fromBER(exact(der));
    if (offset !== der.length || !Buffer.from(result.toBER()).equals(der)) throw new Error('it is not DER');
    answer = TimeStampResp.fromBER(exact(der));
  } catch {
    throw new Error('it is not an answer of a time-stamp service');
  }
  // 0 granted, 1 granted with changes.
  if (answer.status.status > 1 || !answer.timeStampToken)
    throw new Error(`the service rejected the request (status ${answer.status.status})`);
  const { contentType, content: token } = answer.timeStampToken;
  let stamp: ReturnType<typeof parsed>;
  try {
    const signed = new SignedData({ schema: token });
    const content = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0);
    stamp = { info: TSTInfo.fromBER(content), signed };
  } catch {
    throw new Error('its token is unreadable');
  }
  if (contentType !== SIGNED_DATA || !saysTokenInfo(stamp.signed))
    throw new Error('its token is said to have other content than a time stamp');
  return stamp;
}

/** Whether the content is said to be that of a time stamp, in the signed attributes too. */
function saysTokenInfo({ encapContentInfo, signerInfos }: SignedData): boolean {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? [];
  const types = attributes.filter(({ type }) => type === CONTENT_TYPE).flatMap(({ values }) => values);
  const [stated, ...others] = types.map((value: unknown) =>
    value instanceof ObjectIdentifier ? value.valueBlock.toString() : undefined,
  );
  return encapContentInfo.eContentType === TOKEN_INFO && stated === TOKEN_INFO && others.length === 0;
}

/** Whether the stamp answers the request with this nonce: otherwise it may be an old one. */
export function hasNonce({ info }: Stamp, nonce: Uint8Array): boolean {
  const given = info.nonce?.valueBlock.valueHexView;
  return given !== undefined && Buffer.from(given).equals(Buffer.from(nonce));
}

/**
 * The certificate of the service that made a stamp, given trusted authorities (DER), or the problem: its signature,
 * its certificate chain at the stated time, or a certificate for other purposes. Works offline.
 */
export async function stampSigner(
  { at, signed }: Stamp,
  data: Uint8Array,
  authorities: readonly Uint8Array[],
): Promise<{ certificate: Certificate } | { problem: string }> {
  try {
    const trusted = authorities.map((der) => Certificate.fromBER(exact(der)));
    const signer = signerOf(signed);
    const path = signer && pathOf(signer, certificatesOf(signed), trusted);
    if (!path) return { problem: signer ? 'its certificates form a cycle' : 'its signature is invalid' };
    if (isBroken(signed.signerInfos.flatMap((one) => [one.digestAlgorithm, one.signatureAlgorithm])))
      return { problem: 'it is signed with MD5 or SHA-1' };
    signed.certificates = path;
    const found = await signed.verify({
      signer: 0,
      data: exact(data),
      trustedCerts: trusted,
      checkDate: at,
      checkChain: true,
      extendedMode: true,
    });
    if (found.signatureVerified !== true) return { problem: 'its signature is invalid' };
    if (found.signerCertificateVerified !== true)
      return { problem: 'its service is not one of the given authorities' };
    const chain = found.certificatePath ?? [];
    const problem = chainProblem(chain);
    return problem === undefined ? { certificate: chain[0]! } : { problem };
  } catch (error) {
    const { code, message = '' } = error as { code?: number; message?: string };
    const why =
      code === UNTRUSTED ? 'its service is not one of the given authorities' : 'its signature is invalid';
    return { problem: `${why} (${message})` };
  }
}

const certificatesOf = ({ certificates = [] }: SignedData) =>
  certificates.filter((one): one is Certificate => one instanceof Certificate);

/** The certificate that the token names as its signer's, if it has one. */
function signerOf(signed: SignedData): Certificate | undefined {
  const sid: unknown = signed.signerInfos[0]?.sid;
  if (!(sid instanceof IssuerAndSerialNumber)) return claimedSigner({ signed });
  return certificatesOf(signed).find(
    ({ issuer, serialNumber }) => issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
  );
}

/** The first certificate for time stamps in a stamp, which is untrusted. */
export function claimedSigner({ signed }: Pick<Stamp, 'signed'>): Certificate | undefined {
  return certificatesOf(signed).find(isForStampsAlone);
}

/** The common name in a certificate; undefined if it has none. */
export function commonName({ subject }: Certificate): string | undefined {
  const name = subject.typesAndValues.find(({ type }) => type === '2.5.4.3');
  return name && String(name.value.valueBlock.value);
}
