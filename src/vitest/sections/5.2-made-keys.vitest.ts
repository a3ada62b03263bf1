import { section } from '../section.ts';

section('5.2-made-keys');
