import { section } from '../section.ts';

section('2.8-records');
