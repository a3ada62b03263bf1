import xterm from '@xterm/headless';

/** A terminal that others wrote, to look at what was drawn on it. */
export interface Screen {
  isTTY: true;
  columns: number;
  write(text: string): void;
  /** What a person sees now: its lines, without the empty ones at the end. */
  look(): Promise<string>;
}

/** Opens a terminal of this size. */
export function openScreen(columns: number, rows = 30): Screen {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  return {
    isTTY: true,
    columns,
    write: (text) => terminal.write(text),
    look: () =>
      new Promise((resolve) => {
        terminal.write('', () => {
          const { active } = terminal.buffer;
          const lines = Array.from({ length: active.length }, (_, i) =>
            active.getLine(i)!.translateToString(true),
          );
          resolve(lines.join('\n').trimEnd());
        });
      }),
  };
}
