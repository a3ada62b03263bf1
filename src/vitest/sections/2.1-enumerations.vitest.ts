import { section } from '../section.ts';

section('2.1-enumerations');
