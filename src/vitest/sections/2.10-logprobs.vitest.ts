import { section } from '../section.ts';

section('2.10-logprobs');
