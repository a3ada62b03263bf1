import { selfSigned } from '../certificate.ts';
import { type Hostile, honest } from '../hostile.ts';

const FAR = new Date('2120-01-01');

/** Trust is given by name, time and authority. */
export const tlsWrongName: Hostile = {
  id: 'tls-wrong-name',
  title: 'shows a certificate for another name',
  expects: { exit: [2], only: ['2.7'] },
  act: honest,
  tls: {
    identity: () => selfSigned({ names: ['other.example.test'], notBefore: new Date(0), notAfter: FAR }),
    trusted: true,
  },
};
