import { describe, expect, test } from 'vitest';
import { IsolatedRepetition } from './isolated-repetition.ts';

describe('repetitions of breaches that show a status', () => {
  /** How many of five repetitions ran while nothing else was under way, where so many came again. */
  async function repeated(status: number, cameAgain: (n: number) => boolean): Promise<boolean[]> {
    const alone = new IsolatedRepetition();
    const ran: boolean[] = [];
    const repeat = async (isAlone: boolean) => ({ cameAgain: cameAgain(ran.push(isAlone)) });
    await Promise.all([1, 2, 3, 4, 5].map(() => alone.repeat(status, repeat)));
    return ran;
  }

  test.each<[string, number, (n: number) => boolean, number]>([
    ['three that came again alone spare the others the waiting', 504, () => true, 3],
    ['one that did not come again may have been the load, and so may all others', 504, (n) => n !== 2, 5],
    ['a status that does not pass is always repeated alone', 500, () => true, 5],
  ])('%s', async (_, status, cameAgain, least) => {
    const ran = await repeated(status, cameAgain);
    expect(ran.filter(Boolean)).toHaveLength(least);
  });
});
