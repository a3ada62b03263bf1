import { section } from '../section.ts';

section('2.7-meaning');
