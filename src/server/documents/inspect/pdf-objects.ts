/** The dictionary of a PDF object, and where the data of its stream begins. */
export interface PdfDictionary {
  /** The source text, with names unescaped. */
  text: string;
  /** The offset of the data, after the word `stream` and its line break. */
  start: number;
}

/**
 * Limits the scanning work per byte of the file. Objects may be nested, and each is scanned from its own beginning; a
 * file that needs more work than this was made to be slow.
 */
const workPerByte = 8;
const baseWork = 1_000_000;

const [lineFeed, carriageReturn, percent, opening, closing, backslash] = [0x0a, 0x0d, 0x25, 0x28, 0x29, 0x5c];
const [less, greater] = [0x3c, 0x3e];
const blanks = new Set([0x00, 0x09, lineFeed, 0x0c, carriageReturn, 0x20]);

/**
 * Finds the dictionaries of all objects with a stream. It also searches the data and text of other objects, because
 * readers jump to objects by offset. Null if a dictionary is not closed, there are more than `most`, or the scan needs
 * too much work.
 */
export function findDictionaries(bytes: Buffer, most: number): PdfDictionary[] | null {
  const found: PdfDictionary[] = [];
  let work = workPerByte * bytes.length + baseWork;
  for (let word = bytes.indexOf('obj'); word !== -1; word = bytes.indexOf('obj', word + 3)) {
    const from = skipBlanks(bytes, word + 3);
    work -= from - word;
    if (work < 0) return null;
    if (bytes[from] !== less || bytes[from + 1] !== less) continue;
    const end = dictionaryEnd(bytes, from, from + work);
    if (end === null) return null;
    const next = skipBlanks(bytes, end);
    work -= next - from;
    if (bytes.toString('latin1', next, next + 6) !== 'stream') continue;
    if (found.length === most) return null;
    found.push({ text: withoutEscapes(bytes.toString('latin1', from, end)), start: nextLine(bytes, next + 6) });
  }
  return found;
}

/** Decodes escapes in names as PDF readers do: `#4a` is the letter J. */
export function withoutEscapes(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** The offset after the `>>` that closes the `<<` at `from`; null if there is none before `until`. */
function dictionaryEnd(bytes: Buffer, from: number, until: number): number | null {
  const last = Math.min(until, bytes.length);
  let depth = 0;
  let at = from;
  while (at < last) {
    const [byte, next] = [bytes[at], bytes[at + 1]];
    if (byte === less && next === less) {
      depth += 1;
      at += 2;
    } else if (byte === greater && next === greater) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else if (byte === less) at = offsetAfter(bytes, greater, at);
    else if (byte === opening) at = textEnd(bytes, at);
    else if (byte === percent) at = nextLine(bytes, at);
    else at += 1;
  }
  return null;
}

/**
 * The offset after the string in parentheses that begins at `from`; parentheses in it are balanced or escaped with a
 * backslash.
 */
function textEnd(bytes: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === opening) depth += 1;
    else if (bytes[at] === closing) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return at;
}

function offsetAfter(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found === -1 ? bytes.length : found + 1;
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === percent) at = nextLine(bytes, at);
    else if (blanks.has(byte)) at += 1;
    else break;
  }
  return at;
}

function nextLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1;
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : at + 1;
}
