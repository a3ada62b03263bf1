import { benchPage, staleness } from './bench-page.ts';
import { writeDocs } from './docs.ts';

await writeDocs();
const stale = staleness(benchPage());
if (stale) process.stderr.write(`${stale}\n`);
