import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isDateTime, isUuid } from '../contract/date-time.ts';
import { testService } from '../testing/test-service.ts';
import { openapiDocument } from './openapi.ts';

const NAMES = { start: 'start_date', end: 'end_date', model: 'model', limit: 'limit', offset: 'offset' };

/** What the document says of an answer, judged by its schema alone. */
function judge(document: ReturnType<typeof openapiDocument>, name: string, answer: unknown): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('uuid', isUuid);
  ajv.addSchema({ $id: 'contract', ...document });
  const check = ajv.getSchema(`contract#/components/schemas/${name}`)!;
  return check(answer) ? [] : check.errors;
}

describe.each(['first', 'second'] as const)('the %s description', (description) => {
  const document = openapiDocument({ description, version: '1.2.3', names: NAMES });

  it('is OpenAPI 3.1 for a validator that others wrote', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
  });

  it('refers only to schemas that it holds', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(5);
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!);
  });

  it('holds for the answers of the reference service, and not for broken ones', async () => {
    const service = await testService();
    const completion = await service.ask({ max_tokens: 4 });
    expect(judge(document, 'ChatCompletionResponse', completion.json)).toEqual([]);
    const records = (await service.usage('stats?limit=3')).json as unknown as unknown[];
    expect(records).toHaveLength(3);
    for (const record of records) expect(judge(document, 'UsageRecord', record)).toEqual([]);
    const summary = await service.usage('summary');
    expect(judge(document, 'UsageSummary', summary.json)).toEqual([]);
    expect(judge(document, 'ChatCompletionResponse', { ...completion.json, created: 'now' })).not.toEqual([]);
  });
});

describe('what the contract does not show', () => {
  it('is left out: names of usage parameters that nobody found', () => {
    const { paths } = openapiDocument({ description: 'first', version: '1.2.3' });
    expect(paths['/api/v1/usage/stats'].get.parameters).toEqual([]);
  });

  it('gives summary and export the range alone, when names are known', () => {
    const { paths } = openapiDocument({ description: 'first', version: '1.2.3', names: NAMES });
    const named = (path: Exclude<keyof typeof paths, '/api/v1/chat/completions'>) =>
      paths[path].get.parameters.map(({ name }) => name);
    expect(named('/api/v1/usage/stats')).toEqual(['start_date', 'end_date', 'model', 'limit', 'offset']);
    expect(named('/api/v1/usage/summary')).toEqual(['start_date', 'end_date']);
    expect(named('/api/v1/usage/export')).toEqual(['start_date', 'end_date']);
  });
});
