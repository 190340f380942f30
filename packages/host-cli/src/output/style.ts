/** Colours of a terminal; elsewhere each gives its text back as it is. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
}

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39], green: [32, 39] } as const;

/** Whether colours are wanted there: a terminal that is not a dumb one, and no `NO_COLOR`. */
export function hasColors(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** With colours, or plain. */
export function createStyle(mode: 'colors' | 'plain'): Style {
  const paint = (name: keyof typeof codes) => {
    if (mode === 'plain') return (text: string) => text;
    const [start, end] = codes[name];
    return (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;
  };
  return { bold: paint('bold'), dim: paint('dim'), red: paint('red'), yellow: paint('yellow'), green: paint('green') };
}
