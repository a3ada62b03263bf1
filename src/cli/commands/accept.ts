import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { isDay } from '../../contract/date-time.ts';
import { KNOWN_FILE, knownText, readKnown } from '../../known/known-file.ts';
import { fingerprint } from '../../report/fingerprint.ts';
import type { Report, ReportFinding } from '../../report/model.ts';
import { openReport } from '../../report/open.ts';
import { writeAtomically } from '../../report/output.ts';
import { oneLine, shorten } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import type { KnownFinding } from '../../vocabulary/record.ts';
import { readArguments } from './arguments.ts';

/** `accept FOLDER WHAT`: writes findings of a report into the file of accepted findings. Resolves with 0. */
export async function accept(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    'accept',
    args,
    {
      reason: { type: 'string' },
      until: { type: 'string' },
      owner: { type: 'string' },
      known: { type: 'string', default: KNOWN_FILE },
      'any-target': { type: 'boolean', default: false },
    },
    [2, 2],
  );
  const [folder, what] = positionals as [string, string];
  const reason = values.reason?.trim();
  const owner = values.owner?.trim() || userName();
  const { until } = values;
  if (!reason || !owner || !until || !isDay(until)) {
    const missing = [
      ...(reason ? [] : ['--reason TEXT (why you accept the finding)']),
      ...(until && isDay(until) ? [] : ['--until YYYY-MM-DD (the last accepted day)']),
      ...(owner ? [] : ['--owner NAME (who is responsible)']),
    ];
    throw new OptionError(`give ${missing.join(' and ')}`);
  }
  const { report } = await openReport(folder, io.cwd);
  const found = chosen(report, what);
  const file = resolve(io.cwd, values.known);
  const accepted = found.map(
    ([check, { expected, actual, place, ...finding }]): KnownFinding => ({
      check,
      fingerprint: fingerprint(check, { ...finding, expected, actual, place }),
      ...(values['any-target'] ? {} : { target: report.target.baseUrl }),
      reason,
      owner,
      until,
      finding: { expected: shorten(expected, 300), actual: shorten(actual, 300), place },
    }),
  );
  const earlier = existsSync(file) ? readKnown(file) : [];
  const same = (a: KnownFinding, b: KnownFinding) =>
    a.check === b.check && a.fingerprint === b.fingerprint && a.target === b.target;
  const kept = earlier.filter((entry) => !accepted.some((added) => same(entry, added)));
  await writeAtomically(file, knownText([...kept, ...accepted]));
  for (const entry of accepted) {
    io.stdout.write(
      `accepted until ${entry.until}: ${oneLine(`${entry.check} ${entry.fingerprint} ${entry.finding!.actual}`)}\n`,
    );
  }
  return 0;
}

/** The user of this process; undefined if the system knows none, as in some containers. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** The selected findings: those of a check, or the one with a fingerprint. */
function chosen(report: Report, what: string): [string, ReportFinding][] {
  const all = report.checks.flatMap((check) =>
    check.findings
      .filter((f) => f.severity === check.verdict)
      .map((f): [string, ReportFinding] => [check.id, f]),
  );
  const named = new Map(all.map((entry) => [fingerprint(...entry), entry]));
  const one = named.get(what);
  if (one) return [one];
  const ofCheck = [...named].filter(([, [check]]) => check === what);
  if (ofCheck.length === 1) return [ofCheck[0]![1]];
  if (ofCheck.length === 0) {
    throw new OptionError(
      `this report has no finding of ${oneLine(what)}, and no finding with that fingerprint`,
    );
  }
  const list = ofCheck.map(([name, [, f]]) => `${name} (${shorten(f.actual, 60)})`).join('; ');
  throw new OptionError(
    `${what} has ${ofCheck.length} findings; accept each by its fingerprint: ${oneLine(list)}`,
  );
}
