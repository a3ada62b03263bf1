/** Maximum indentation: hostile nesting would otherwise take gigabytes of blanks. */
const DEEPEST = 40;
/** JSON tokens; any other text is not readable as JSON. */
const TOKEN =
  /\s*(?:("(?:[^"\\\p{Cc}]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{},:]))/uy;

/**
 * The lines of a JSON text, indented, each with the pointer of its value. Tokens are unchanged (digits, escapes and
 * repeated members included), because they are evidence. Undefined if it is not JSON.
 */
export function jsonLines(source) {
  const text = source.trimEnd();
  const lines = [];
  const stack = [];
  let line = { text: '', pointer: '' };
  let key;
  TOKEN.lastIndex = 0;
  const pointer = () => {
    const top = stack.at(-1);
    if (!top) return '';
    const name = top.list ? String(top.index) : (key ?? '').replaceAll('~', '~0').replaceAll('/', '~1');
    return `${top.pointer}/${name}`;
  };
  const breakLine = () => {
    lines.push(line);
    line = { text: '  '.repeat(Math.min(stack.length, DEEPEST)), pointer: '' };
  };
  const open = (sign) => {
    const at = pointer();
    line.text += sign;
    line.pointer ||= at;
    stack.push({ pointer: at, list: sign === '[', index: 0 });
    key = undefined;
    breakLine();
  };
  const close = (sign, closed) => {
    const isEmpty = line.text.trim() === '' && lines.at(-1)?.text.endsWith(sign === '}' ? '{' : '[');
    if (isEmpty) line = lines.pop();
    else breakLine();
    line.text =
      line.text.trim() === '' ? '  '.repeat(Math.min(stack.length, DEEPEST)) + sign : line.text + sign;
    line.pointer ||= closed.pointer;
  };
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, string, literal, sign] = match;
    if (sign === '{' || sign === '[') {
      open(sign);
    } else if (sign === '}' || sign === ']') {
      const closed = stack.pop();
      if (!closed) return undefined;
      close(sign, closed);
    } else if (sign === ',') {
      line.text += ',';
      const top = stack.at(-1);
      if (top) top.index++;
      key = undefined;
      breakLine();
    } else if (sign === ':') {
      line.text += ': ';
    } else if (string !== undefined && stack.at(-1) && !stack.at(-1).list && key === undefined) {
      key = unquote(string);
      line.text += string;
      line.pointer = pointer();
    } else {
      line.pointer ||= pointer();
      line.text += string ?? literal;
    }
  }
  return finish(lines, line, stack);
}

function finish(lines, line, stack) {
  return stack.length === 0 && line.text !== '' ? [...lines, line] : undefined;
}

function unquote(string) {
  try {
    return JSON.parse(string);
  } catch {
    return string;
  }
}
