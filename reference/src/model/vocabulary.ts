import { hash } from '../chance.ts';

/** The places of the toy's sentences; each is filled with one of its words, and each word is one token. */
export const PLACES = {
  opening: words(
    'Surely Well Indeed Yes Often Today Maybe Truly Here Once Soon Look Mostly Gladly Still Now Right Fine Okay Naturally Clearly Listen Perhaps Always',
  ),
  adjective: words(
    'calm quiet bright small early green open steady warm clear gentle narrow silver patient hidden simple plain golden distant modest hollow humble nimble tidy',
  ),
  noun: words(
    'harbor lantern river garden window signal letter market bridge meadow engine morning island compass kettle orchard pencil valley thread mirror ticket saddle basket anchor',
  ),
  verb: words(
    'keeps finds carries shows holds brings follows opens crosses covers guides offers mends counts paints reaches awaits gathers answers borrows watches shelters invites recalls',
  ),
} as const;

export type Place = keyof typeof PLACES;

/** Size of the toy's token space: ids lie below it. */
const IDS = 50_000;

/** The id of a token, as `logit_bias` names it. */
export function tokenId(token: string): number {
  return (hash(token) >>> 0) % IDS;
}

function words(list: string): readonly string[] {
  return list.split(' ');
}
