import { benchPage, staleness } from './bench-page.ts';

// What is published comes with figures of its own: run before `npm publish`.
const stale = staleness(benchPage());
if (stale) {
  process.stderr.write(`${stale}\n`);
  process.exitCode = 1;
}
