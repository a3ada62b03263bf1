import { selfSigned } from '../certificate.ts';
import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

const FAR = new Date('2120-01-01');

/** Trust is given by name, time and authority. */
export const tlsSelfSigned: Hostile = {
  id: 'tls-self-signed',
  title: 'shows a self-signed certificate',
  expects: refused(/the TLS handshake failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
  act: honest,
  tls: {
    identity: () => selfSigned({ names: ['127.0.0.1', 'localhost'], notBefore: new Date(0), notAfter: FAR }),
    trusted: false,
  },
};
