import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviationsOf, serviceWith } from '../../reference/src/deviations/service-options.ts';
import { type ReferenceService, startService } from '../../reference/src/service/service.ts';
import type { Report, ReportCheck } from '../report/model.ts';
import { asReport } from '../report/validate.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';

/** A run of the command, as a person starts it in a clone, against a service with these faults. */
export interface FaultyRun {
  report: Report;
  stdout: string;
  folder: string;
  /** Runs the line of a check in the same place, as it stands; resolves with what came of that check. */
  again(check: ReportCheck): Promise<ReportCheck | undefined>;
  close(): Promise<void>;
}

/** Starts a service with all these faults and judges it; `args` narrow the run. */
export async function judgeFaulty(ids: readonly string[], args: readonly string[]): Promise<FaultyRun> {
  const service = await startService(serviceWith(deviationsOf(ids, '')));
  const parent = mkdtempSync(join(tmpdir(), 'chatspec-again-'));
  const folder = join(parent, 'first');
  const target = ['--base-url', service.baseUrl, '--model', service.models.plain, '--settle', '0.2'];
  const given = ['start', '--silent', '--', ...target, ...args, '--verbose'];
  const stdout = await runToEnd('npm', given, environment(service, folder));
  let runs = 0;
  return {
    report: reportIn(folder),
    stdout,
    folder,
    async again(check) {
      const out = join(parent, `again-${++runs}`);
      await runToEnd('/bin/sh', ['-c', check.reproduce], environment(service, out));
      return reportIn(out).checks.find(({ id }) => id === check.id);
    },
    async close() {
      await service.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** What a shell of the user holds: the keys, and here the folder, so that nothing is written into the clone. */
function environment(service: ReferenceService, out: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CHATSPEC_API_KEY: service.keys.main,
    CHATSPEC_NOBALANCE_KEY: service.keys.emptyWallet,
    CHATSPEC_OTHER_ORG_KEY: service.keys.otherOrganization,
    CHATSPEC_OUT: out,
  };
}

const reportIn = (folder: string) => asReport(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));

/** Runs a program in the clone with this environment alone; resolves with what it printed when it ended. */
const runToEnd = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: PACKAGE_ROOT, env, maxBuffer: 1e8 }, (_, stdout) => resolve(stdout));
  });
