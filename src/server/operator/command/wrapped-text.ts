/** Where no terminal says how wide it is. */
export const usualWidth = 80;

export interface WrapOptions {
  /** How many characters stand in a line, unless a single word has more. */
  width: number;
  /** What the first line begins with. */
  first?: string;
  /** What all others begin with: blanks below `first`, if nothing else is said. */
  hanging?: string;
}

/** An option stays beside what it takes, and what is in brackets together. */
const word = /(?:--[a-z-]+ (?=[<"])|\[[^\]]*\]|<[^>]*>|\S)+/g;

/** Words filled into lines. */
export function wrapped(text: string, { width, first = '', hanging = ' '.repeat(first.length) }: WrapOptions): string {
  const [head = '', ...words] = text.match(word) ?? [];
  let line = first + head;
  const lines: string[] = [];
  for (const one of words) {
    if (line.length + 1 + one.length <= width) line += ` ${one}`;
    else {
      lines.push(line);
      line = hanging + one;
    }
  }
  return [...lines, line].join('\n');
}

/** A line that begins an entry of a list: what is explained, two blanks or more, and what it is. */
const entry = /^\S.*? {2,}(?=\S)/;

/** Paragraphs, and lists of what is explained, each filled into lines; an empty line is between paragraphs. */
export function wrappedParagraphs(text: string, width: number): string {
  const items = (paragraph: string) => paragraph.split(/\n(?=\S.*? {2,}\S)/);
  const item = (lines: string) => {
    const [first = ''] = entry.exec(lines) ?? [];
    return wrapped(lines.slice(first.length), { width, first });
  };
  return text
    .split('\n\n')
    .map((paragraph) => items(paragraph).map(item).join('\n'))
    .join('\n\n');
}
