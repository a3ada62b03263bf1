import { summaryRedirected } from './expectations.ts';
import { type Hostile, only } from './hostile.ts';
import { answer, isSummary } from './wire.ts';

/** Services that hurt by where they send their callers. */
export const redirect: readonly Hostile[] = [
  // No redirect is followed, so that no key goes astray.
  {
    id: 'redirect-itself',
    title: 'redirects the summary to itself',
    expects: summaryRedirected,
    act: only(isSummary, (call) => {
      answer(call.socket, '302 Found', [['location', call.path]]);
    }),
  },
  // No redirect is followed, so that no key goes astray.
  {
    id: 'redirect-ring',
    title: 'redirects the summary in a ring',
    expects: summaryRedirected,
    act: only(isSummary, (call) => {
      answer(call.socket, '307 Temporary Redirect', [['location', `${call.path}?round=${call.before}`]]);
    }),
  },
  // No redirect is followed, so that no key goes astray.
  {
    id: 'redirect-stranger',
    title: 'redirects the summary to another origin, which would get the key',
    expects: summaryRedirected,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      answer(call.socket, '307 Temporary Redirect', [['location', `${scene.stranger}${call.path}`]]);
    },
  },
  // No redirect is followed, so that no key goes astray.
  {
    id: 'redirect-file',
    title: 'redirects the summary to a file of the caller',
    expects: summaryRedirected,
    act: only(isSummary, (call) => {
      answer(call.socket, '302 Found', [['location', 'file:///etc/passwd']]);
    }),
  },
  // No redirect is followed, so that no key goes astray.
  {
    id: 'redirect-inward',
    title: 'redirects the summary to an address of the network inside',
    expects: summaryRedirected,
    act: only(isSummary, (call) => {
      answer(call.socket, '302 Found', [['location', 'http://169.254.169.254/latest/meta-data/']]);
    }),
  },
  // No redirect is followed, so that no key goes astray.
  {
    id: 'redirect-downgrade',
    title: 'redirects the summary to a host that is no host',
    expects: summaryRedirected,
    act: only(isSummary, (call) => {
      answer(call.socket, '302 Found', [['location', 'http://%00@:99999999/']]);
    }),
  },
];
