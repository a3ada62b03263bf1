import { expect, it } from 'vitest';
import { exposedCollector } from '../../testing/collector.ts';
import { BoundedMap, owned } from './memory.ts';

it.each(['plain', 'caf\u00e9 \u0000', '\u65e5\u672c', 'half \ud83d', ''])('copies %j as it is', (text) => {
  expect(owned(text)).toBe(text);
});

it('keeps nothing of the texts that its keys and values were cut from', () => {
  const map = new BoundedMap<string>({ keeps: true });
  const collect = exposedCollector();
  const pages = 200;
  const bytes = 500_000;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < pages; i++) {
    const page = Buffer.alloc(bytes, `${i} `.padEnd(64, 'x')).toString('latin1');
    map.set(page.slice(100, 140), page.slice(200, 240));
  }
  collect();
  // Half of the pages' size: the overhead of a test runner differs between machines.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan((pages * bytes) / 2);
});

it('long texts fill it sooner', () => {
  const map = new BoundedMap<string>({ keeps: true });
  const long = 'ж'.repeat(500);
  for (let n = 0; !map.isFull; n++) map.set(`${n} ${long}`, long);
  expect(map.size).toBeLessThan(4_000);
});
