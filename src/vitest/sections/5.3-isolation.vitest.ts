import { section } from '../section.ts';

section('5.3-isolation');
