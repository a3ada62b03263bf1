import { expect, test } from 'vitest';
import { createReference, judge } from './index.ts';

test('a service that is a function is judged as one behind a port', async () => {
  const verdicts = async (over: 'fetch' | 'port') => {
    const reference = createReference();
    const target = over === 'fetch' ? { fetch: reference.fetch } : { baseUrl: await reference.listen() };
    try {
      const { report, exitCode, folder } = await judge({ ...of(reference), ...target });
      expect(folder).toBeUndefined();
      return {
        exitCode,
        requests: report.cost.requests,
        checks: report.checks.map(({ id, verdict }) => `${verdict} ${id}`),
      };
    } finally {
      await reference.close();
    }
  };
  expect(await verdicts('fetch')).toEqual(await verdicts('port'));
});

/** What a caller gives who has every key and model. */
function of(reference: ReturnType<typeof createReference>) {
  return {
    apiKey: reference.keys.main,
    emptyWalletKey: reference.keys.emptyWallet,
    otherOrganizationKey: reference.keys.otherOrganization,
    model: reference.models.plain,
    reasoningModel: reference.models.reasoning,
    seed: 7,
    settle: 0.2,
  };
}
