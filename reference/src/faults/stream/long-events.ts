import { eachEvent, payloads } from '../../change/streams.ts';
import { type Fault, faults } from '../../deviation.ts';

/** Faults in long events, or events with several lines (section 6). */
export const longEvents: readonly Fault[] = faults(
  'must',
  ['stream/*', 'client/*'],
  [
    [
      'stream/long-events-wrapped',
      '6',
      'events of more than 320 characters are wrapped',
      eachEvent((e) => (e.length > 320 ? e.replace(/,(?=")(?!.{0,150}$)/s, ',\ndata: ') : e)),
    ],
    [
      'stream/raw-line-breaks',
      '6',
      'line breaks within strings are not escaped',
      payloads((all) => all.map((payload) => payload.replaceAll('\\n', '\n'))),
    ],
  ],
);
