import { createCipheriv, createHash, createHmac } from 'node:crypto';

/** Secret permutations of a run: the same salt makes the same ones, and without it nobody can go back. */
export interface PeopleCipher {
  /** UUIDs as 32 hexadecimal digits in lower case, joined; many at once, as a call costs more than what it does for one. */
  uuids(joined: string): string;
  /** A bijection of the whole numbers below `size`, its own for each domain. `size` is at most 2 ** 48. */
  permute(value: number, size: number, domain: string): number;
  /** 32 bytes that look random, for what is too long to be permuted. */
  noise(text: string): Buffer;
}

/** The ciphers of a salt. */
export function createPeopleCipher(salt: Uint8Array): PeopleCipher {
  const ecb = (use: string) => {
    const key = createHash('sha256').update(use).update(salt).digest().subarray(0, 16);
    return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  };
  const uuidCipher = ecb('uuid');
  const rounds = ecb('rounds');
  const tweaks = new Map<string, Buffer>();
  const block = Buffer.alloc(16);

  const tweakOf = (domain: string): Buffer => {
    let tweak = tweaks.get(domain);
    if (!tweak) {
      if (tweaks.size > 5000) tweaks.clear();
      tweak = createHmac('sha256', salt).update(`domain:${domain}`).digest().subarray(0, 8);
      tweaks.set(domain, tweak);
    }
    return tweak;
  };
  return {
    uuids: (joined) => uuidCipher.update(joined, 'hex', 'hex'),
    permute(value, size, domain) {
      const half = 2 ** Math.ceil(Math.log2(Math.max(4, size)) / 2);
      tweakOf(domain).copy(block);
      let current = value;
      // A Feistel network over a square that holds the domain, walked until it is inside again.
      do {
        let left = Math.floor(current / half);
        let right = current % half;
        for (let round = 0; round < 6; round++) {
          block.writeUInt32BE(round, 8);
          block.writeUInt32BE(right, 12);
          const mixed = rounds.update(block).readUInt32BE(0) % half;
          [left, right] = [right, (left + mixed) % half];
        }
        current = left * half + right;
      } while (current >= size);
      return current;
    },
    noise: (text) => createHmac('sha256', salt).update(text).digest(),
  };
}
