import { section } from '../section.ts';

section('4.3-summary');
