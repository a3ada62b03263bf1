/** A proxy that may be installed on this machine, and how to put it in front of a service. */
export interface FieldProxy {
  name: string;
  command: 'nginx' | 'haproxy' | 'caddy';
  port: number;
  /** Its configuration for the service at this host and port; `folder` is writable. */
  config(upstream: string, folder: string): string;
  args(file: string, folder: string): readonly string[];
}

/** nginx, with directives of its own for all servers and for this one. */
function nginx(name: string, port: number, directives: string, ofServer = ''): FieldProxy {
  return {
    name,
    command: 'nginx',
    port,
    config: (upstream, folder) => `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${directives}
  server { listen 127.0.0.1:${port}; ${ofServer}
    location / { proxy_pass http://${upstream}; proxy_buffering off; } } }
`,
    args: (file, folder) => ['-p', folder, '-c', file],
  };
}

/** Their changes violate nothing: a conformant service behind them is conformant. */
export const PROXIES: readonly FieldProxy[] = [
  nginx('nginx', 7311, ''),
  // Its own way to refuse what comes too fast: 503 with a page.
  nginx(
    'nginx with a limit',
    7314,
    'limit_req_zone $binary_remote_addr zone=all:1m rate=20r/s;',
    'limit_req zone=all burst=5;',
  ),
  {
    name: 'haproxy',
    command: 'haproxy',
    port: 7312,
    config: (upstream) => `defaults
  mode http
  timeout connect 5s
  timeout client 120s
  timeout server 120s
frontend front
  bind 127.0.0.1:7312
  default_backend back
backend back
  server one ${upstream}
`,
    args: (file) => ['-db', '-f', file],
  },
  {
    name: 'caddy',
    command: 'caddy',
    port: 7313,
    config: (upstream) => `{
  admin off
  auto_https off
}
http://127.0.0.1:7313 {
  reverse_proxy ${upstream}
}
`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];
