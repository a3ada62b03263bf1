import type { JsonSchema } from '../../contract/schemas.ts';

/** A schema with one keyword removed or changed. */
export interface Mutant {
  /** Where and how: `/properties/n/minimum removed`. */
  name: string;
  /** Makes the change in a schema of the same form, in place. */
  apply(schema: JsonSchema): void;
}

type Node = Record<string, unknown>;

/** Keywords that say nothing about a value. */
const ANNOTATIONS = new Set('$schema $id title description x-clause default contentMediaType'.split(' '));

/** Every keyword of a schema removed, and changed where a change makes sense: bounds moved, values and branches dropped. */
export function mutantsOf(schema: JsonSchema): Mutant[] {
  return mutate(schema as Node, []);
}

function mutate(node: Node, path: readonly (string | number)[]): Mutant[] {
  const mutants: Mutant[] = [];
  const at = (root: Node) =>
    path.reduce<unknown>((value, member) => (value as Node)[member as string], root) as Node;
  const add = (keyword: string, how: string, change: (target: Node) => void) =>
    mutants.push({
      name: `/${[...path, keyword].join('/')} ${how}`,
      apply: (root) => change(at(root as Node)),
    });
  for (const [keyword, value] of Object.entries(node)) {
    if (ANNOTATIONS.has(keyword)) continue;
    if (keyword === 'properties') {
      for (const [name, inner] of Object.entries(value as Node)) {
        if (path.length === 0)
          add(`properties/${name}`, 'removed', (n) => delete (n.properties as Node)[name]);
        mutants.push(...mutate(inner as Node, [...path, 'properties', name]));
      }
      continue;
    }
    add(keyword, 'removed', (n) => delete n[keyword]);
    for (const [how, changed] of changes(keyword, value))
      add(keyword, how, (n) => {
        n[keyword] = changed;
      });
    if (keyword === 'anyOf')
      (value as Node[]).forEach((b, i) => void mutants.push(...mutate(b, [...path, 'anyOf', i])));
    if ((keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object')
      mutants.push(...mutate(value as Node, [...path, keyword]));
  }
  return mutants;
}

function changes(keyword: string, value: unknown): [string, unknown][] {
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return [
        ['one less', (value as number) - 1],
        ['one more', (value as number) + 1],
      ];
    case 'enum':
    case 'required':
    case 'anyOf': {
      const list = value as unknown[];
      const dropped = list.map((one, i): [string, unknown] => [
        `without ${typeof one === 'string' ? one : i + 1}`,
        list.filter((_, j) => j !== i),
      ]);
      // An empty list of values or branches is no schema; that one keyword is gone is tried anyway.
      return dropped.filter(([, left]) => (left as unknown[]).length > 0);
    }
    case 'type':
      if (value === 'integer') return [['number', 'number']];
      return value === 'number' ? [['integer', 'integer']] : [];
    default:
      return [];
  }
}
