import { CHECKS } from '../../../suites/index.ts';
import { CLAUSES } from '../../contract/ledger.ts';
import { AREAS, type Area } from '../../vocabulary/areas.ts';
import { HARMS, type Harm } from '../../vocabulary/harm.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import type { Level } from '../../vocabulary/verdict.ts';

/** The subject of a check, which decides where its parts are placed. */
export const KINDS = ['body', 'stream', 'request', 'usage', 'open'] as const;
export type Kind = (typeof KINDS)[number];

/** A check that is to be written. */
export interface WantedCheck {
  id: `${Area}/${string}`;
  clauses: readonly [string, ...string[]];
  level: Level;
  kind: Kind;
  /** A sentence that is true of a conformant service; requested in the record if it is missing. */
  title?: string;
  /** Texts of the record, and the harm of a violation; marked as missing if they are absent. */
  about?: string;
  harm?: Harm;
  /** The usual cause of a violation and its fix. */
  advice?: string;
}

/** Throws `OptionError` with the reason why an answer is invalid. */
export const WANTED = {
  id(text: string): WantedCheck['id'] {
    if (!/^[a-z]+\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text))
      throw new OptionError(`'${text}' is not an id: area/what-holds, in lower case, with hyphens`);
    const [area] = text.split('/', 1);
    if (!AREAS.some((known) => known === area))
      throw new OptionError(`there is no area '${area}': ${AREAS.join(', ')}`);
    if (CHECKS.some(({ id }) => id === text)) throw new OptionError(`there is a check '${text}' already`);
    return text as WantedCheck['id'];
  },

  clause(text: string): WantedCheck['clauses'] {
    const clauses = text.split(/[\s,]+/);
    for (const clause of clauses) {
      if (!CLAUSES.includes(clause))
        throw new OptionError(`there is no clause '${clause}': ${CLAUSES.join(', ')}`);
    }
    return clauses as [string, ...string[]];
  },

  level(text: string): Level {
    if (text === 'must' || text === 'should' || text === 'open') return text;
    throw new OptionError(`there is no level '${text}': must, should or open`);
  },

  kind(text: string): Kind {
    const kind = KINDS.find((known) => known === text);
    if (kind) return kind;
    throw new OptionError(`there is no kind '${text}': ${KINDS.join(', ')}`);
  },

  harm(text: string): Harm {
    const harm = HARMS.find((known) => known === text);
    if (harm) return harm;
    throw new OptionError(`there is no harm '${text}': ${HARMS.join(', ')}`);
  },
};

/** The same check if its level and kind fit. Throws `OptionError` otherwise. */
export function consistent(wanted: WantedCheck): WantedCheck {
  if ((wanted.level === 'open') === (wanted.kind === 'open')) return wanted;
  throw new OptionError(
    'a check of level open records and never accuses: level open and kind open go together',
  );
}
