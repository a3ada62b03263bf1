import { describe, expect, test } from 'vitest';
import { SNAKE, service } from '../../testing/named-usage.ts';
import { discover } from './discover.ts';

describe('names that were given', () => {
  test('are kept while they have their effect', async () => {
    const { ask } = service(SNAKE, {});
    expect(await discover(ask, SNAKE)).toMatchObject({ names: SNAKE, drifted: [] });
  });

  test('are told when another name has it now', async () => {
    const { names, drifted } = await discover(service({ ...SNAKE, limit: 'page_size' }, {}).ask, SNAKE);
    expect(names.limit).toBe('page_size');
    expect(drifted).toMatchObject([{ parameter: 'limit', given: 'limit', now: 'page_size' }]);
  });

  const strict = { refusesUnknown: true, refusesSenseless: true };
  const renamed = { ...SNAKE, start: 'since', end: 'until', limit: 'page_size' };

  test('are those of nothing where they are refused as any unknown name is', async () => {
    const { names, drifted } = await discover(service(renamed, strict).ask, SNAKE);
    expect(names).toMatchObject({ start: 'since', end: 'until', limit: 'page_size', model: 'model' });
    expect(drifted.map(({ parameter }) => parameter).toSorted()).toEqual(['end', 'limit', 'start']);
  });

  test('stand where no other name is found', async () => {
    const own = { ...SNAKE, start: 'erster_tag' };
    const { names, drifted } = await discover(service(own, { ...strict, dateTimes: true }).ask, own);
    expect(names.start).toBe('erster_tag');
    expect(drifted).toEqual([]);
  });

  test('stand, to be judged, when no name has it', async () => {
    const { names, drifted } = await discover(service(SNAKE, { deaf: ['model'] }).ask, SNAKE);
    expect(names.model).toBe('model');
    expect(drifted).toMatchObject([{ parameter: 'model', now: undefined }]);
  });
});
