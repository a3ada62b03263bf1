import { selfSigned } from './certificate.ts';
import { borne, refused } from './expectations.ts';
import { type Hostile, honest } from './hostile.ts';

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
