import { section } from '../section.ts';

section('4.5-odd-parameters');
