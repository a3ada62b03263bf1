import { configuredTargets, targetOptions } from '../../config/targets.ts';
import { connectionSteps } from '../../doctor/connection.ts';
import { serviceSteps } from '../../doctor/service.ts';
import type { Step } from '../../doctor/step.ts';
import { isProxied } from '../../http/dispatcher.ts';
import { createRedactor, publicNames, secretsOf } from '../../http/redact.ts';
import { createTarget } from '../../http/transport.ts';
import { readOptions } from '../../options/parse.ts';
import { createPalette, type Palette, wantsColours } from '../../report/palette.ts';
import { oneLine } from '../../report/text.ts';
import { wallClock } from '../../vocabulary/clock.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red', 'not tried': 'dim' } as const;
const STEPS: readonly Step['name'][] = ['name', 'TCP', 'TLS', 'path', 'key', 'model', 'stream', 'usage'];

/** `doctor [options of a run]`: tests the connection step by step; 0 if a run can begin, else 2. */
export async function doctor(args: string[], io: Io): Promise<number> {
  const [target] = await configuredTargets(readOptions(args, io.env), io);
  const { embedded, settings, keys, baseUrlSource = 'its options' } = targetOptions(target);
  if (embedded || !keys)
    throw new OptionError('doctor needs a service: set --base-url, or create a configuration with init');
  const paint = createPalette(wantsColours(io.stdout, io.env));
  const redactor = createRedactor(secretsOf(settings, keys), { shown: publicNames(settings) });
  io.stdout.write(`${redactor.text(`${settings.baseUrl} (from ${oneLine(baseUrlSource)})`)}\n`);
  const steps: Step[] = [];
  const show = (step: Step) => {
    steps.push(step);
    io.stdout.write(`${redactor.text(line(step, paint))}\n`);
  };
  if (isProxied(settings.baseUrl, target.env)) {
    show({
      name: 'TCP',
      outcome: 'not tried',
      seen: 'requests use the proxy from the environment',
    });
  } else {
    for (const step of await connectionSteps(settings)) show(step);
  }
  if (!steps.some(({ outcome }) => outcome === 'failed')) {
    const service = createTarget({ settings, keys, clock: wallClock, onExchange: () => {} });
    let turn = 0;
    try {
      const send = (spec: Parameters<typeof service.send>[0]) =>
        service.send(spec, { owner: 'doctor', turn: turn++ });
      for (const step of await serviceSteps(send, settings.model)) show(step);
    } finally {
      await service.close();
    }
  }
  const broken = steps.find(({ outcome }) => outcome === 'failed');
  if (!broken) {
    const isDoubtful = steps.some(({ outcome }) => outcome === 'warning');
    io.stdout.write(
      isDoubtful ? 'A run can begin: it will judge the warnings.\n' : 'The service is ready for a run.\n',
    );
    return 0;
  }
  const rest = STEPS.slice(STEPS.indexOf(broken.name) + 1).filter(
    (name) => !steps.some((s) => s.name === name),
  );
  if (rest.length > 0) io.stdout.write(`${paint('dim', `not tried: ${rest.join(', ')}`)}\n`);
  return 2;
}

function line({ name, outcome, seen, mend }: Step, paint: Palette): string {
  const told = `${paint(COLOURS[outcome], outcome.padEnd(9))} ${name.padEnd(7)} ${oneLine(seen)}`;
  return mend === undefined ? told : `${told}\n${' '.repeat(18)}${paint('bold', `→ ${mend}`)}`;
}
