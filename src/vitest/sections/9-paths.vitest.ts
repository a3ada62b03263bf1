import { section } from '../section.ts';

section('9-paths');
