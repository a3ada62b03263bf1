import { section } from '../section.ts';

section('1-other-clients');
