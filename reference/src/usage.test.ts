import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { validate } from '../../src/contract/schemas.ts';
import { testService } from '../../src/testing/test-service.ts';
import { leapingClock } from '../../src/vocabulary/clock.ts';
import { change, faithful } from './behaviour.ts';
import type { Json } from './completion-types.ts';

const SUMMED = ['input_tokens', 'output_tokens', 'total_tokens', 'total_requests'] as const;
const sum = (records: Json[], member: string) => records.reduce((total, r) => total + Number(r[member]), 0);

describe('history', () => {
  it('is as long and as varied as it should be', async () => {
    const service = await testService();
    const records: Json[] = (await service.usage('stats?limit=1000')).json as Json[];
    const different = (member: string) => new Set(records.map((record) => record[member])).size;
    expect(records).toHaveLength(330);
    for (const record of records.slice(0, 20)) expect(validate('usage-record', record)).toEqual([]);
    expect(different('id')).toBe(330);
    expect(different('date')).toBeGreaterThanOrEqual(35);
    expect([different('user_id'), different('model_provider'), different('source')]).toEqual([7, 3, 2]);
    const keys = records.map((r) => [r.user_id, r.model, r.model_provider, r.source, r.date].join());
    expect(new Set(keys).size).toBe(330);
  });

  it.each([0, 1, 100, 101, 5_000])('has exactly %i records', async (records) => {
    const service = await testService({ records });
    const rows = Papa.parse((await service.usage('export')).text, { header: true, skipEmptyLines: true });
    expect(rows.data).toHaveLength(records);
    expect(rows.errors.filter((error) => error.code !== 'UndetectableDelimiter')).toEqual([]);
  });

  it('of another organization is its own', async () => {
    const service = await testService();
    const organizations = await Promise.all(
      [service.keys.main, service.keys.otherOrganization].map(
        async (key) => new Set(((await service.usage('stats', key)).json as Json[]).map((r) => r.org_id)),
      ),
    );
    expect(organizations.map((set) => set.size)).toEqual([1, 1]);
    expect(organizations[0]).not.toEqual(organizations[1]);
  });
});

describe('questions', () => {
  it('page through every record once', async () => {
    const service = await testService();
    const pages: Json[] = [];
    for (let offset = 0; offset < 400; offset += 70) {
      pages.push(...((await service.usage(`stats?limit=70&offset=${offset}`)).json as Json[]));
    }
    expect(pages).toEqual((await service.usage('stats?limit=1000')).json);
    expect((await service.usage('stats')).json).toHaveLength(100);
  });

  it('filter alone and together', async () => {
    const service = await testService();
    const all = (await service.usage('stats?limit=1000')).json as Json[];
    const { model, model_provider, source } = all[0]!;
    const wanted: Json[] = [{ model }, { model_provider }, { source }, { model, model_provider, source }];
    for (const filter of wanted) {
      const found = (await service.usage(`stats?limit=1000&${new URLSearchParams(filter)}`)).json;
      const matching = all.filter((r) => Object.entries(filter).every(([name, value]) => r[name] === value));
      expect(found).toEqual(matching);
    }
  });

  it('sum up to the same in stats, summary and export, for any range', async () => {
    const service = await testService();
    const all = (await service.usage('stats?limit=1000')).json as Json[];
    const days = [...new Set(all.map((record) => String(record.date).slice(0, 10)))].sort();
    const ranges = [
      '',
      `start_date=${days[10]}&end_date=${days[20]}`,
      `start_date=${days[10]}T00:00:00Z&end_date=${days[20]}T23:59:59Z`,
      `start_date=${days[5]}`,
      `end_date=${days[5]}`,
      `start_date=${days[20]}&end_date=${days[10]}`,
    ];
    for (const range of ranges) {
      const records = (await service.usage(`stats?limit=1000&${range}`)).json as Json[];
      const summary = (await service.usage(`summary?${range}`)).json;
      const { data } = Papa.parse<Json>((await service.usage(`export?${range}`)).text, {
        header: true,
        skipEmptyLines: true,
      });
      for (const member of SUMMED) {
        const total = summary[member.startsWith('total') ? member : `total_${member}`];
        expect([sum(records, member), sum(data, member)]).toEqual([total, total]);
      }
      expect(summary.unique_users).toBe(new Set(records.map((r) => r.user_id)).size);
    }
  });

  it.each([
    'limit=abc',
    'limit=-1',
    'limit=0',
    'offset=-1',
    'start_date=not-a-date',
    'end_date=2026-02-30',
    'source=web',
  ])('%s: 422', async (query) => {
    const service = await testService({ records: 1 });
    expect((await service.usage(`stats?${query}`)).status).toBe(422);
  });
});

describe('accounting', () => {
  it('counts every answer, however it came, and loses none under concurrency', async () => {
    const service = await testService({ records: 0 });
    const tools = [{ function: { name: 'f' } }];
    const kinds: Json[] = [{}, { n: 3 }, { tools }, { max_tokens: 1 }, { model: service.models.reasoning }];
    const plain = await Promise.all(kinds.flatMap((kind) => [service.ask(kind), service.ask(kind)]));
    const streamed = await Promise.all(kinds.map((kind) => service.ask({ ...kind, stream: true })));
    const usages = [
      ...plain.map((answer) => answer.json.usage),
      ...streamed.map((answer) => JSON.parse(answer.text.split('\n\n').at(-3)!.slice(6)).usage),
    ];
    const summary = (await service.usage('summary')).json;
    expect(summary.total_requests).toBe(15);
    expect(summary.total_input_tokens).toBe(sum(usages, 'prompt_tokens'));
    expect(summary.total_output_tokens).toBe(sum(usages, 'completion_tokens'));
    expect((await service.usage('stats')).json).toHaveLength(2);
  });

  it('counts nothing of a refusal', async () => {
    const service = await testService({ records: 0 });
    await service.ask({ n: 0 });
    expect((await service.usage('summary')).json.total_requests).toBe(0);
  });

  it('bills a stream that was broken off for what was sent', async () => {
    const behaviour = change(faithful(), [
      () => ({
        writes: (writes) => writes.map((write, i) => ({ ...write, delayMs: i === 6 ? 3_600_000 : 0 })),
      }),
    ]);
    // An hour before the seventh write: the client leaves in the meantime.
    const service = await testService({ records: 0, behaviour });
    const gone = new AbortController();
    const response = await fetch(`${service.baseUrl}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.main}` },
      body: JSON.stringify({
        model: service.models.plain,
        messages: [{ role: 'user', content: 'Count from 1 to 30.' }],
        stream: true,
      }),
      signal: gone.signal,
    });
    await response.body!.getReader().read();
    gone.abort();
    let requests = 0;
    for (let i = 0; i < 400 && requests === 0; i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      requests = (await service.usage('summary')).json.total_requests;
    }
    const { total_input_tokens, total_output_tokens } = (await service.usage('summary')).json;
    expect(requests).toBe(1);
    expect(total_input_tokens).toBeGreaterThan(0);
    expect(total_output_tokens).toBeLessThan(59);
  });

  it('shows what lags when its time has come', async () => {
    const clock = leapingClock();
    const service = await testService({
      records: 0,
      clock,
      behaviour: change(faithful(), [() => ({ lagMs: () => 5_000 })]),
    });
    await service.ask();
    expect((await service.usage('summary')).json.total_requests).toBe(0);
    await clock.sleep(6_000);
    expect((await service.usage('summary')).json.total_requests).toBe(1);
  });
});
