import { lookup } from 'node:dns/promises';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls, getCACertificates, type PeerCertificate } from 'node:tls';
import type { Settings } from '../vocabulary/settings.ts';
import { failed, ok, type Step, warned } from './step.ts';

/** The host and port of a base URL. */
interface Place {
  host: string;
  port: number;
  secure: boolean;
}

/** Warn about a certificate that expires within so many days. */
const SOON_DAYS = 14;

/**
 * Name, TCP and TLS of a base URL, each only after the previous step succeeded. Bounded by the connect timeout of
 * the settings, in milliseconds.
 */
export async function connectionSteps(settings: Settings): Promise<Step[]> {
  const url = new URL(settings.baseUrl);
  const secure = url.protocol === 'https:';
  const place = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
  };
  const steps = [await nameStep(place)];
  if (steps[0]!.outcome === 'ok') steps.push(await tcpStep(place, settings.timeouts.connectMs));
  if (secure && steps.at(-1)!.outcome === 'ok' && steps.length === 2)
    steps.push(await tlsStep(place, settings));
  return steps;
}

async function nameStep({ host }: Place): Promise<Step> {
  try {
    const addresses = await lookup(host, { all: true });
    const count = addresses.length === 1 ? 'one address' : `${addresses.length} addresses`;
    return ok('name', `${host} has ${count}`);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return failed(
      'name',
      `${host} has no address (${code})`,
      'check the host in --base-url and your name server',
    );
  }
}

function tcpStep({ host, port }: Place, limitMs: number): Promise<Step> {
  return new Promise((resolve) => {
    const socket = connectTcp({ host, port });
    const end = (step: Step) => {
      socket.destroy();
      resolve(step);
    };
    socket.setTimeout(limitMs, () =>
      end(
        failed(
          'TCP',
          `no connection to port ${port} within ${limitMs / 1000} s`,
          'check for a firewall or proxy',
        ),
      ),
    );
    socket.once('connect', () => end(ok('TCP', `port ${port} accepts connections`)));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(
        failed(
          'TCP',
          `port ${port}: ${error.code ?? 'error'}`,
          'check the port in --base-url, and whether the service is running',
        ),
      ),
    );
  });
}

function tlsStep({ host, port }: Place, settings: Settings): Promise<Step> {
  return new Promise((resolve) => {
    const ca = settings.ca ? [...getCACertificates('default'), settings.ca] : undefined;
    const socket = connectTls({ host, port, servername: isName(host) ? host : '', ...(ca ? { ca } : {}) });
    const end = (step: Step) => {
      socket.destroy();
      resolve(step);
    };
    socket.setTimeout(settings.timeouts.connectMs, () =>
      end(
        failed(
          'TLS',
          'no TLS handshake within the limit',
          'if the port does not speak TLS, use http:// in --base-url',
        ),
      ),
    );
    socket.once('secureConnect', () =>
      end(agreed(socket.getProtocol() ?? 'TLS', socket.getPeerCertificate())),
    );
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? 'error';
      end(failed('TLS', `the TLS handshake failed (${code})`, mendTls(code)));
    });
  });
}

const isName = (host: string) => !/^[\d.]+$|:/.test(host);

function agreed(protocol: string, certificate: PeerCertificate): Step {
  const until = Date.parse(certificate.valid_to ?? '');
  const days = Math.floor((until - Date.now()) / 86_400_000);
  if (!(days < SOON_DAYS)) return ok('TLS', protocol);
  const seen = `${protocol}; the certificate expires in ${days} days`;
  return warned('TLS', seen, 'renew the certificate before it expires');
}

function mendTls(code: string): string {
  if (/SELF_SIGNED|UNABLE_TO|DEPTH_ZERO|INVALID_CA/.test(code)) {
    return 'unknown certificate authority: give its certificate with --ca FILE';
  }
  if (/EXPIRED/.test(code)) return 'the certificate has expired: renew it';
  if (/ALTNAME|HOSTNAME/.test(code))
    return 'the certificate is for another host name: check the host in --base-url';
  return 'if the port does not speak TLS, use http:// in --base-url';
}
