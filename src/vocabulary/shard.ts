/** One of several runs that share the work of one: the first is 1. */
export interface Shard {
  index: number;
  of: number;
}

/** Whether this shard asks what must be asked alone, and all that is planned to be billed: it starts after the others. */
export function isLast({ index, of }: Shard): boolean {
  return index === of;
}

/** What a shard is called: `2/3`. */
export function shardName({ index, of }: Shard): string {
  return `${index}/${of}`;
}
