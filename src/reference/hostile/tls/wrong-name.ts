import { selfSigned } from '../certificate.ts';
import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

const FAR = new Date('2120-01-01');

/** Trust is given by name, time and authority. */
export const tlsWrongName: Hostile = {
  id: 'tls-wrong-name',
  title: 'shows a certificate for another name',
  expects: refused(/the TLS handshake failed \(ERR_TLS_CERT_ALTNAME_INVALID\)/),
  act: honest,
  tls: {
    identity: () => selfSigned({ names: ['other.example.test'], notBefore: new Date(0), notAfter: FAR }),
    trusted: true,
  },
};
