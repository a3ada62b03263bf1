import { writeDocs } from './docs.ts';

writeDocs();
