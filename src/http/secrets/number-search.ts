import { DIGITS } from './fold.ts';
import type { Form } from './forms.ts';
import { agrees, follow, type Hit, Reached, type Search, Windows } from './search.ts';

/** Digits of a window: nine fit into 31 bits, and few windows of ordinary numbers meet one of a form. */
const WIDTH = 9;
const NOUGHT = 0x30;

/**
 * Looks for stretches of many forms that are digits alone in the digits of a text, as `createSearch` does among all characters.
 */
export function createNumberSearch(forms: readonly Form[]): Search {
  if (forms.length === 0) return () => [];
  const step = Math.min(...forms.map((form) => form.least)) - WIDTH + 1;
  const windows = new Windows(forms);
  const suspects = new Uint8Array(1 << SLOT_BITS);
  for (const [index, { folded }] of forms.entries()) {
    for (let at = WIDTH - 1; at < folded.length; at++) {
      const window = windowAt(folded, at);
      suspects[slot(window)] = 1;
      windows.add(window, index, at);
    }
  }
  return ({ bytes, folded, size }) => {
    const hits: Hit[] = [];
    const reached = new Reached();
    let place = -1;
    let passed = -1;
    for (let at = WIDTH + step - 2; at < size; at += step) {
      const window = windowAt(folded, at);
      if (suspects[slot(window)] === 0) continue;
      const list = windows
        .at(window)
        .filter(([form, offset]) => agrees(folded, size, at, form, offset, form.least));
      if (list.length === 0) continue;
      while (passed < at) if (DIGITS[bytes[++place]!] !== 0) passed++;
      for (const [form, offset] of list) {
        if (reached.covers(form, at, offset)) continue;
        const hit = follow(bytes, DIGITS, place, form, offset);
        if (hit) hits.push(reached.after(hit, at, offset, place));
      }
    }
    return hits;
  };
}

/** The number that ends at this digit. */
function windowAt(digits: Uint8Array, end: number): number {
  let number = 0;
  for (let at = end - WIDTH + 1; at <= end; at++) number = number * 10 + digits[at]! - NOUGHT;
  return number;
}

/** So many that few numbers of ordinary text meet one of a form by chance. */
const SLOT_BITS = 16;

function slot(window: number): number {
  return Math.imul(window, 0x9e3779b1) >>> (32 - SLOT_BITS);
}
