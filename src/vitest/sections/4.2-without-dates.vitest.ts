import { section } from '../section.ts';

section('4.2-without-dates');
