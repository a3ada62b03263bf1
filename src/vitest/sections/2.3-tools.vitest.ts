import { section } from '../section.ts';

section('2.3-tools');
