import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { borne, refused } from './expectations.ts';
import { type Hostile, honest, type Identity } from './hostile.ts';

/** What a certificate says of itself. */
export interface CertificateOptions {
  /** DNS names and IPv4 addresses that it is for. */
  names: readonly string[];
  notBefore: Date;
  notAfter: Date;
}

/*
 * X.509 in DER (RFC 5280), as little of it as a self-signed certificate needs: node:crypto makes keys and signatures,
 * and no certificates.
 */

const ECDSA_WITH_SHA256 = tlv(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const IS_AUTHORITY = tlv(0x30, Buffer.from('0101ff', 'hex'));

/** Makes a key and a certificate that it signs itself: its own authority. */
function selfSigned(options: CertificateOptions): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, Buffer.from('hostile test service')))));
  const body = tlv(
    0x30,
    tlv(0xa0, Buffer.from('020102', 'hex')),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    tlv(0x30, time(options.notBefore), time(options.notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(
      0xa3,
      tlv(0x30, extension(BASIC_CONSTRAINTS, IS_AUTHORITY), extension(SUBJECT_ALT_NAME, names(options))),
    ),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const der = tlv(0x30, body, ECDSA_WITH_SHA256, signature);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function names({ names: all }: CertificateOptions): Buffer {
  const entries = all.map((name) =>
    /^\d+(\.\d+){3}$/.test(name)
      ? tlv(0x87, Buffer.from(name.split('.').map(Number)))
      : tlv(0x82, Buffer.from(name)),
  );
  return tlv(0x30, ...entries);
}

function extension(id: Buffer, value: Buffer): Buffer {
  return tlv(0x30, id, tlv(0x04, value));
}

/** UTCTime until 2049, GeneralizedTime from then on. */
function time(date: Date): Buffer {
  const text = `${date.toISOString().replace(/[-:T]|\..*$/g, '')}Z`;
  return date.getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(text.slice(2))) : tlv(0x18, Buffer.from(text));
}

/** A tag, the length and the content. */
function tlv(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const FAR = new Date('2120-01-01');

/** Services that hurt by their certificates. */
export const tls: readonly Hostile[] = [
  // Trust is given by name, time and authority.
  {
    id: 'tls-wrong-name',
    title: 'shows a certificate for another name',
    expects: refused(/the TLS handshake failed \(ERR_TLS_CERT_ALTNAME_INVALID\)/),
    act: honest,
    tls: {
      identity: () => selfSigned({ names: ['other.example.test'], notBefore: new Date(0), notAfter: FAR }),
      trusted: true,
    },
  },
  // Trust is given by name, time and authority.
  {
    id: 'tls-expired',
    title: 'shows a certificate that has expired',
    expects: refused(/the TLS handshake failed \(CERT_HAS_EXPIRED\)/),
    act: honest,
    tls: {
      identity: () =>
        selfSigned({
          names: ['127.0.0.1', 'localhost'],
          notBefore: new Date('2019-01-01'),
          notAfter: new Date('2020-01-01'),
        }),
      trusted: true,
    },
  },
  // Trust is given by name, time and authority.
  {
    id: 'tls-self-signed',
    title: 'shows a self-signed certificate',
    expects: refused(/the TLS handshake failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
    act: honest,
    tls: {
      identity: () =>
        selfSigned({ names: ['127.0.0.1', 'localhost'], notBefore: new Date(0), notAfter: FAR }),
      trusted: false,
    },
  },
  // Trust is given by name, time and authority.
  {
    id: 'tls-self-signed-trusted',
    title: 'shows a self-signed certificate that the caller was given',
    expects: borne(['path/completion', 'path/stats']),
    act: honest,
    tls: {
      identity: () =>
        selfSigned({ names: ['127.0.0.1', 'localhost'], notBefore: new Date(0), notAfter: FAR }),
      trusted: true,
    },
  },
];
