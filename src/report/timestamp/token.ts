import { createHash } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

/*
 * Time stamps of RFC 3161: a third party says by its signature that it saw a digest at a time.
 */

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** What pkijs calls a signer whose certificate leads to no authority that is trusted. */
const UNTRUSTED = 5;
const EXTENDED_KEY_USAGE = '2.5.29.37';

const digest = (data: Uint8Array) => createHash('sha256').update(data).digest();
const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The request for a stamp of these bytes, with a nonce that has to come back and the certificates of the service. */
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

/** What a stamp says, before anybody looked whether it is true. */
export interface Stamp {
  at: Date;
  info: TSTInfo;
  signed: SignedData;
}

/** Reads the answer of a service. Throws an `Error` in words when it is none, or holds no stamp of these bytes. */
export function readStamp(der: Uint8Array, data: Uint8Array): Stamp {
  const { info, signed } = parsed(der);
  if (info.messageImprint.hashAlgorithm.algorithmId !== SHA256)
    throw new Error('its digest is not SHA-256, which was asked for');
  if (!digest(data).equals(Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView)))
    throw new Error('it is of something else');
  return { at: info.genTime, info, signed };
}

function parsed(der: Uint8Array): { info: TSTInfo; signed: SignedData } {
  let answer: TimeStampResp;
  try {
    answer = TimeStampResp.fromBER(exact(der));
  } catch {
    throw new Error('it is no answer of a time-stamp service');
  }
  // 0 granted, 1 granted with changes.
  if (answer.status.status > 1 || !answer.timeStampToken)
    throw new Error(`the service granted none (status ${answer.status.status})`);
  try {
    const signed = new SignedData({ schema: answer.timeStampToken.content });
    const content = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0);
    return { info: TSTInfo.fromBER(content), signed };
  } catch {
    throw new Error('its token can not be read');
  }
}

/** Whether the stamp answers the request with this nonce: otherwise it may be an old one. */
export function hasNonce({ info }: Stamp, nonce: Uint8Array): boolean {
  const given = info.nonce?.valueBlock.valueHexView;
  return given !== undefined && Buffer.from(given).equals(Buffer.from(nonce));
}

/**
 * What is wrong with a stamp for one who trusts these authorities (PEM): its signature, the chain of its certificate at
 * the time that it names, or a certificate that is not for time stamps. Undefined when it holds. No network is used.
 */
export async function stampProblem(
  { at, signed }: Stamp,
  data: Uint8Array,
  authorities: readonly Uint8Array[],
): Promise<string | undefined> {
  try {
    const found = await signed.verify({
      signer: 0,
      data: exact(data),
      trustedCerts: authorities.map((der) => Certificate.fromBER(exact(der))),
      checkDate: at,
      checkChain: true,
      extendedMode: true,
    });
    if (found.signatureVerified !== true) return 'its signature does not hold';
    if (found.signerCertificateVerified !== true) return 'it was not made by a service that was given';
    return found.signerCertificate && isForStamps(found.signerCertificate)
      ? undefined
      : 'the certificate of its service is not for time stamps';
  } catch (error) {
    const { code, message = '' } = error as { code?: number; message?: string };
    const why =
      code === UNTRUSTED ? 'it was not made by a service that was given' : 'its signature does not hold';
    return `${why} (${message})`;
  }
}

/** A certificate for time stamps is for nothing else. */
function isForStamps({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue as
    | { keyPurposes?: string[] }
    | undefined;
  return usage?.keyPurposes?.length === 1 && usage.keyPurposes[0] === TIME_STAMPING;
}

/** The name that the service's own certificate gives it; undefined where it has none. */
export function stampedBy({ signed }: Stamp): string | undefined {
  const [own] = (signed.certificates ?? []).filter(
    (certificate): certificate is Certificate =>
      certificate instanceof Certificate && isForStamps(certificate),
  );
  const name = own?.subject.typesAndValues.find(({ type }) => type === '2.5.4.3');
  return name ? String(name.value.valueBlock.value) : undefined;
}
