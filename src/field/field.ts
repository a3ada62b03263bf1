import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../reference/src/service/service.ts';
import type { Report } from '../report/model.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { childEnvironment } from '../vocabulary/child-environment.ts';
import judged from './judged.json' with { type: 'json' };
import { compareWithJudged, type JudgedTarget } from './judged.ts';
import { type FieldRow, fieldPage, fieldRow } from './page.ts';
import { PROXIES } from './proxies.ts';
import { FIELD_KEY, SERVERS } from './servers.ts';
import { listening } from './start.ts';

/**
 * `npm run field [-- NAME…]`: runs the suite against third-party servers, and through the installed proxies. Their
 * packages go into a separate folder. Without names it writes reports/field.md. Exits with 1 if judged.json does not contain a
 * failure.
 */
const FOLDER = join(PACKAGE_ROOT, 'reports', 'field');
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const wanted = (name: string) => named.length === 0 || named.includes(name);
mkdirSync(FOLDER, { recursive: true });

const rows: FieldRow[] = [];
let differs = false;

const servers = SERVERS.filter(({ name }) => wanted(name));
install(servers.map((server) => `${server.package}@${server.version}`));
for (const server of servers) {
  for (const [file, text] of Object.entries(server.files)) writeFileSync(join(FOLDER, file), text);
  const bin = join(FOLDER, 'node_modules', '.bin', server.bin);
  const { port } = server;
  const options = { cwd: FOLDER, port, ...(server.env && { env: server.env }) };
  await using stack = new AsyncDisposableStack();
  stack.use(await listening(server.name, process.execPath, [bin, ...server.args], options));
  if (server.forwards) {
    const reference = stack.adopt(await startService(), (service) => service.close());
    const asked = ['--model', reference.models.plain, ...server.forwards(new URL(reference.baseUrl).origin)];
    tell(server.name, await judge(server.name, port, asked, reference.keys.main));
    continue;
  }
  const asked = server.options ?? ['--api-path', '/v1', '--scope', 'chat', '--model', 'field-model'];
  tell(server.name, await judge(server.name, port, asked, FIELD_KEY));
}

for (const proxy of PROXIES.filter(({ name }) => wanted(name))) {
  if (spawnSync(proxy.command, ['-v']).error) {
    process.stdout.write(`${proxy.command} is not installed here\n`);
    continue;
  }
  await using stack = new AsyncDisposableStack();
  const reference = stack.adopt(await startService(), (service) => service.close());
  const folder = join(FOLDER, proxy.name.replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'config');
  writeFileSync(file, proxy.config(new URL(reference.baseUrl).host, folder));
  const options = { cwd: folder, port: proxy.port };
  await using _running = await listening(proxy.name, proxy.command, proxy.args(file, folder), options);
  const asked = ['--model', reference.models.plain, '--exclusive', '--settle', '1'];
  tell(proxy.name, await judge(proxy.name, proxy.port, asked, reference.keys.main));
}

for (const { name, cells } of rows)
  process.stdout.write(`${[name, ...cells].map((cell) => cell.padEnd(19)).join('')}\n`);
if (named.length === 0) writeFileSync(join(PACKAGE_ROOT, 'reports', 'field.md'), fieldPage(rows));
process.exit(differs ? 1 : 0);

/** All at once: a later installation would remove earlier packages. */
function install(specs: readonly string[]): void {
  if (specs.length === 0) return;
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}\n');
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...specs], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Judges the service on a port; rejects if there is no report. */
async function judge(name: string, port: number, args: readonly string[], key: string): Promise<Report> {
  const out = join(FOLDER, `report-${name}`);
  rmSync(out, { recursive: true, force: true });
  const cli = join(PACKAGE_ROOT, 'src', 'cli.ts');
  const base = ['--no-config', '--base-url', `http://127.0.0.1:${port}`, '--seed', '1', '--out', out];
  const child = spawn(process.execPath, [cli, ...base, ...args], {
    env: childEnvironment({ CHATSPEC_API_KEY: key }),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
}

function tell(name: string, report: Report): void {
  const table: Readonly<Record<string, JudgedTarget>> = judged;
  const { unjudged, gone } = compareWithJudged(report, table[name] ?? {});
  rows.push(fieldRow(name, report, unjudged.length));
  for (const id of unjudged)
    process.stdout.write(`${name}: ${id} fails, and nobody has judged whether it should\n`);
  for (const id of gone) process.stdout.write(`${name}: ${id} was judged true and is not found any more\n`);
  differs ||= unjudged.length + gone.length > 0;
}
