import { section } from '../section.ts';

section('7.3-connections');
