import { section } from '../section.ts';

section('6-meaning');
