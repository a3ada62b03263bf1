import { visible } from './text.ts';

/** HTML that is safe in a page. Only `html` creates it. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

type Value = Markup | string | number | undefined | false | readonly Value[];

/**
 * A template whose values are escaped unless they are Markup themselves; lists are joined, empty values are
 * omitted.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? toSource(values[i]) : '')).join(''));
}

function toSource(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'object') return value.map(toSource).join('');
  return escapeMarkup(String(value));
}

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
