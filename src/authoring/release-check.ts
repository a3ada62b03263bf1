import { benchPage, staleness } from './bench-page.ts';

// A release contains its own figures: run this before `npm publish`.
const stale = staleness(benchPage());
if (stale) {
  process.stderr.write(`${stale}\n`);
  process.exitCode = 1;
}
