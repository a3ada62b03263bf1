import type { Freedom } from '../deviation.ts';

/** Every known way of differing that keeps the contract. */
export const FREEDOMS: readonly Freedom[] = [];
