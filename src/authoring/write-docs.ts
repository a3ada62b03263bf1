import { writeDocs } from './docs.ts';

await writeDocs();
