import { selfSigned } from '../certificate.ts';
import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

/** Trust is given by name, time and authority. */
export const tlsExpired: Hostile = {
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
};
