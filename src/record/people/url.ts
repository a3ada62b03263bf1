import type { Place } from './hiding.ts';
import { meaningOf } from './member-names.ts';
import type { RawValues } from './raw-value.ts';

/** Replaces people in the path and in the values of the query of a URL; origin and names stay as they are. */
export function hideInUrl(url: string, values: RawValues): string {
  const [, origin = '', path = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(url)!;
  const place: Place = { people: /\/usage\b/.test(path), names: true };
  const hiddenPath = path
    .split('/')
    .map((part) => (part.length < 3 ? part : values.hide(part, 'own', place)))
    .join('/');
  return origin + hiddenPath + hideInPairs(rest, values, place);
}

/** Replaces people in `name=value` pairs that stand between `?`, `&`, `;` or `#`. */
export function hideInPairs(text: string, values: RawValues, place: Place): string {
  return text.replace(/([^?&;#=]*)=([^&;#]*)/g, (whole, name: string, value: string) => {
    if (value === '') return whole;
    const meaning = meaningOf(decoded(name));
    return `${values.hide(name, 'own', place)}=${values.hide(value, meaning === 'name' ? 'any' : meaning, place)}`;
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
