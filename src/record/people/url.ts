import type { Place } from './hiding.ts';
import { deeplyRead } from './layers.ts';
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
  // What a check makes up is its own, whatever the parameter is called: only what came from the target is somebody's.
  const hiddenRest = rest.replace(PAIR, (_, name: string, value: string) => {
    return `${values.hide(name, 'own', place)}=${value === '' ? '' : values.hide(value, 'any', place)}`;
  });
  return origin + hiddenPath + hiddenRest;
}

const PAIR = /([^?&;#=]*)=([^&;#]*)/g;

/** Replaces people in `name=value` pairs that a service wrote, which stand between `?`, `&`, `;` or `#`. */
export function hideInPairs(text: string, values: RawValues, place: Place): string {
  return text.replace(PAIR, (whole, name: string, value: string) => {
    if (value === '') return whole;
    const meaning = meaningOf(deeplyRead(name));
    return `${values.hide(name, 'own', place)}=${values.hide(value, meaning === 'name' ? 'any' : meaning, place)}`;
  });
}
