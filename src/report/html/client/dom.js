/* global HIDDEN, document */

/** An element with attributes and children; children that are text become text nodes, never markup. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false));
  return element;
}

/** The same in SVG. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Foreign text: invisible characters, and characters that move others, are spelled out and marked. */
export function foreign(text) {
  const pieces = document.createDocumentFragment();
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    pieces.append(text.slice(from, match.index));
    pieces.append(el('span', { class: 'hidden-char' }, `\\u{${match[0].codePointAt(0).toString(16)}}`));
    from = match.index + match[0].length;
  }
  pieces.append(text.slice(from));
  return pieces;
}

/** The color of an outcome; its number says the same. */
export function kindOf(outcome) {
  if (typeof outcome !== 'number' || outcome >= 500) return 'broken';
  if (outcome >= 400) return outcome === 408 || outcome === 429 ? 'other' : 'refused';
  return outcome >= 200 && outcome < 300 ? 'ok' : 'other';
}
