import { expect, test } from 'vitest';
import { MANY_FAULTS } from '../testing/many-faults.ts';
import { judgeFaulty } from '../testing/repeated-finding.ts';

test('each of twenty findings is repeated by its own line', async () => {
  const run = await judgeFaulty(MANY_FAULTS, ['--skip', 'accounting']);
  try {
    const failed = run.report.checks.filter(({ verdict }) => verdict === 'fail');
    expect(failed.length).toBeGreaterThanOrEqual(20);
    const lost: string[] = [];
    for (const check of failed) {
      const again = await run.again(check);
      const same = again?.verdict === 'fail' && again.findings[0]?.expected === check.findings[0]?.expected;
      if (!same) lost.push(`${check.reproduce}: ${again?.verdict} ${again?.message}; was ${check.message}`);
    }
    expect(lost).toEqual([]);
  } finally {
    await run.close();
  }
}, 900_000);
