import { section } from '../section.ts';

section('2.2-nested.messages');
