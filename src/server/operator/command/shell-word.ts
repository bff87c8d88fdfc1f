/** A word of a shell's command line, in quotes: whatever is in it, it is that. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same, in quotes only where it needs them: for a command that people read. */
export const shellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));
