import { HOSTILE } from './index.ts';

/** The page of `faults --hostile`: every hostile service, a line each. */
export function listHostile(): string {
  const width = Math.max(...HOSTILE.map(({ id }) => id.length));
  const rows = HOSTILE.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`);
  return `${HOSTILE.length} hostile services\n${rows.join('')}`;
}
