import { isCommonWord } from './known-people.ts';
import { type Meaning, meaningOf } from './member-names.ts';
import { endOfPart, LONGEST, type Patches, type Scanner, type Values } from './scanner.ts';

const QUOTE = 34;
const BACKSLASH = 92;
/** Nesting depth up to which meanings are tracked. */
const DEEPEST = 1000;
/** Members whose numbers are ids rather than counts. */
const NUMBERED = /(?:id|uid|phone|phone_?number|mobile|telephone|sub|login|handle)$/i;
/** Grouping keys of a map: `by_user`, `usageByUser`, `per_user_usage`. */
const GROUPED_BY = /(?:^|_)(?:by|per)_([\s\S]+)$/i;
/** The name of a member as programs have it: others may be running text with people, or a person. */
const PROGRAM_WORD = /^[A-Za-z_$-]*$/;
/** After a name whose value is an object or a number. */
const BEFORE_GROUP = /"\s{0,64}:\s{0,64}[{\d-]/y;
/** The start of JSON inside a string literal. */
const NESTED = /(?:\s|\\[nrt]){0,64}[[{](?:\s|\\[nrt]){0,64}(?:\\"|[[{])/y;
const LONGEST_BEFORE_GROUP = 131;

/** The state inside a pair of brackets. */
interface Container {
  object: boolean;
  meaning: Meaning;
  /** Whether it maps people, by name, to their usage. */
  mapsPeople: boolean;
}

/** Finds people in JSON by member names; broken JSON is read as far as possible. */
export class JsonScanner implements Scanner {
  readonly #values: Values;
  readonly #nested: boolean;
  readonly #stack: Container[] = [];
  #tooDeep = 0;
  #expectsName = false;
  #name = '';
  #meaning: Meaning = 'any';
  /** Whether the next value belongs to the member `#name`. */
  #isNamed = false;
  /** Whether the text begins within a literal that was partly read. */
  #inLiteral = false;

  /** Literals of a `nested` text are not parsed as JSON again. */
  constructor(values: Values, nested = false) {
    this.#values = values;
    this.#nested = nested;
  }

  scan(text: string, final: boolean, out: Patches): number {
    this.#values.begin(text);
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      const isLiteral = this.#inLiteral || code === QUOTE;
      const next = isLiteral
        ? this.#scanLiteral(text, at, final, out)
        : isBare(code)
          ? this.#scanBare(text, at, final, out)
          : at + 1;
      if (next < 0) return at;
      if (!isLiteral && !isBare(code)) this.#sign(code);
      at = next;
    }
    return text.length;
  }

  /** The position after a literal or a part of it; -1 if more text is needed. */
  #scanLiteral(text: string, at: number, final: boolean, out: Patches): number {
    const start = this.#inLiteral ? at : at + 1;
    const end = closingQuote(text, start);
    if (end >= 0) {
      if (!final && this.#mayBePerson && text.length - end < LONGEST_BEFORE_GROUP) return -1;
      this.#literal(text, start, end, out);
      return end + 1;
    }
    const isShort = text.length - start <= LONGEST;
    if (!final && isShort) return -1;
    const next = isShort ? text.length : endOfPart(text, start);
    this.#inLiteral = true;
    this.#values.patch(start, next, this.#expectsName ? 'any' : this.#meaning, out);
    return next;
  }

  /** The position after a number or a word; -1 if more text is needed. */
  #scanBare(text: string, at: number, final: boolean, out: Patches): number {
    let end = at + 1;
    while (end < text.length && end - at < LONGEST && isBare(text.charCodeAt(end))) end++;
    if (end === text.length && !final) return -1;
    this.#bare(text, at, end, out);
    return end;
  }

  get #around(): Meaning {
    return this.#stack.at(-1)?.meaning ?? 'any';
  }

  /** Whether the name of a member comes next, and may be a person's. */
  get #mayBePerson(): boolean {
    return this.#expectsName && this.#stack.at(-1)?.mapsPeople === true;
  }

  #sign(code: number): void {
    if (code === 123 || code === 91) {
      const object = code === 123;
      const mapsPeople =
        object && this.#isNamed && this.#values.place.people && namesPeople(readJson(this.#name));
      if (this.#stack.length < DEEPEST) this.#stack.push({ object, meaning: this.#meaning, mapsPeople });
      else this.#tooDeep++;
      this.#isNamed = false;
      this.#expectsName = code === 123;
    } else if (code === 125 || code === 93) {
      if (this.#tooDeep > 0) this.#tooDeep--;
      else this.#stack.pop();
      this.#expectsName = false;
    } else if (code === 44) {
      this.#expectsName = this.#stack.at(-1)?.object === true;
      this.#meaning = this.#around;
      this.#isNamed = false;
    } else if (code === 58) this.#expectsName = false;
  }

  #literal(text: string, start: number, end: number, out: Patches): void {
    const isRest = this.#inLiteral;
    this.#inLiteral = false;
    if (!this.#expectsName) {
      if (this.#meaning !== 'person' && this.#isBody(text, start))
        this.#values.nest(start, end, (values) => new JsonScanner(values, true), out);
      else this.#values.patch(start, end, this.#meaning, out);
      this.#meaning = this.#around;
      return;
    }
    const { mapsPeople } = this.#stack.at(-1)!;
    this.#expectsName = false;
    const around = this.#around;
    this.#name = isRest ? '' : text.slice(start, end);
    this.#isNamed = true;
    this.#meaning = this.#meaningWithin(around);
    BEFORE_GROUP.lastIndex = end;
    if (mapsPeople && !isMember(this.#name) && BEFORE_GROUP.test(text)) {
      this.#name = '';
      this.#values.patch(start, end, 'person', out);
      return;
    }
    const isOwn = around === 'own' || (around === 'any' && PROGRAM_WORD.test(readJson(this.#name)));
    this.#values.patch(start, end, isOwn ? 'own' : 'any', out);
  }

  /** Whether a literal is itself JSON about people. */
  #isBody(text: string, start: number): boolean {
    if (this.#nested || !this.#values.place.people || !/[[{\\\s]/.test(text[start]!)) return false;
    NESTED.lastIndex = start;
    return NESTED.test(text);
  }

  #meaningWithin(around: Meaning): Meaning {
    if (!this.#values.place.people) return 'any';
    const meaning = meaningOf(readJson(this.#name));
    if (meaning === 'own') return 'own';
    if (around === 'person') return 'person';
    if (meaning === 'name') return around === 'own' ? 'own' : 'person';
    return meaning;
  }

  /** Numbers are personal if they are ids; unquoted words are text that lost its quotes. */
  #bare(text: string, start: number, end: number, out: Patches): void {
    const meaning = this.#expectsName ? 'any' : this.#meaning;
    const code = text.charCodeAt(start);
    const isNumber = code === 45 || (code >= 48 && code <= 57);
    if (meaning !== 'person') {
      if (!isNumber) this.#values.patch(start, end, 'any', out);
      return;
    }
    const written = text.slice(start, end);
    if (
      isNumber ? NUMBERED.test(this.#name) && /^\d+$/.test(written) : !/^(?:true|false|null)$/.test(written)
    )
      this.#values.patch(start, end, 'person', out);
  }
}

/** Whether a member of this name, if it is an object, has people as its members. */
function namesPeople(name: string): boolean {
  if (name.length > 256) return false;
  const by = GROUPED_BY.exec(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'))?.[1];
  return meaningOf(by ?? name) === 'person';
}

/** Whether a name is a program's word, such as `total_requests`, rather than a person. */
function isMember(name: string): boolean {
  return meaningOf(name) !== 'any' || name.toLowerCase().split('_').every(isCommonWord);
}

/** A name, unescaped. */
function readJson(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written}"`);
  } catch {
    return written;
  }
}

/** The end of a literal; -1 if it is not within the maximum length. */
function closingQuote(text: string, from: number): number {
  const limit = Math.min(text.length, from + LONGEST + 1);
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

const SIGNS = new Set([QUOTE, ...Buffer.from(',:[]{}')]);

/** Anything but white space and the signs of JSON. */
const isBare = (code: number) => code > 32 && !SIGNS.has(code);
