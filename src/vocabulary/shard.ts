/** One of several runs that share the work of one: the first is 1. */
export interface Shard {
  index: number;
  of: number;
}

/**
 * Whether this shard runs the checks that must run alone, and all planned billed requests: it starts after the
 * others.
 */
export function isLast({ index, of }: Shard): boolean {
  return index === of;
}

/** The name of a shard: `2/3`. */
export function shardName({ index, of }: Shard): string {
  return `${index}/${of}`;
}
