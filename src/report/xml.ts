import { visible } from './text.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text for XML or HTML, in content and in attributes; hidden characters, which XML 1.0 cannot contain, are spelled
 * out.
 */
export function escapeMarkup(text: string): string {
  return visible(text).replace(/[&<>"']/g, (c) => ENTITIES[c]!);
}

/** Text for an XML attribute, where a parser would turn line feeds into blanks. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replace(/[\n\t]/g, (c) => (c === '\n' ? '&#10;' : '&#9;'));
}
