import fc from 'fast-check';
import { SEED } from './drawn.ts';

fc.configureGlobal({ seed: SEED });
