import { selfSigned } from '../certificate.ts';
import { borne } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

const FAR = new Date('2120-01-01');

/** Trust is given by name, time and authority. */
export const tlsSelfSignedTrusted: Hostile = {
  id: 'tls-self-signed-trusted',
  title: 'shows a self-signed certificate that the caller was given',
  expects: borne(['path/completion', 'path/stats']),
  act: honest,
  tls: {
    identity: () => selfSigned({ names: ['127.0.0.1', 'localhost'], notBefore: new Date(0), notAfter: FAR }),
    trusted: true,
  },
};
