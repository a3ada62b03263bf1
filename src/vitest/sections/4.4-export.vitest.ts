import { section } from '../section.ts';

section('4.4-export');
