import { section } from '../section.ts';

section('2.6-formats');
