import { eachEvent } from '../../change/streams.ts';
import { type Fault, faults } from '../../deviation.ts';

/** What is written otherwise where it is long (section 6). */
export const longEvents: readonly Fault[] = faults(
  'must',
  ['stream/*', 'client/*'],
  [
    [
      'stream/long-events-wrapped',
      '6',
      'events of more than 600 letters go over two lines',
      eachEvent((e) => (e.length > 600 ? e.replace(/,(?=")(?!.{0,300}$)/s, ',\ndata: ') : e)),
    ],
  ],
);
