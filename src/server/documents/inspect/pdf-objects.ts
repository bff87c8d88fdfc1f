/** The dictionary of an object of a PDF, and where the data of its stream is. */
export interface PdfDictionary {
  /** As it is written, with names unescaped. */
  text: string;
  /** Of the data: behind the word `stream` and its line. */
  start: number;
}

/**
 * Every object is looked at from its own beginning; a file in which that takes longer than this was made to be slow.
 */
const workPerByte = 8;
const workBeside = 1_000_000;

const [lineFeed, carriageReturn, percent, opening, closing, backslash] = [0x0a, 0x0d, 0x25, 0x28, 0x29, 0x5c];
const [less, greater] = [0x3c, 0x3e];
const blanks = new Set([0x00, 0x09, lineFeed, 0x0c, carriageReturn, 0x20]);

/**
 * The dictionaries of all objects that have a stream, wherever an object stands: readers jump to objects by their
 * place, also into what another one calls its data or a text. Null where one is not closed, or where there are too
 * many.
 */
export function findDictionaries(bytes: Buffer, most: number): PdfDictionary[] | null {
  const found: PdfDictionary[] = [];
  let work = workPerByte * bytes.length + workBeside;
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

/** Names as readers read them: `#4a` in one is the letter J. */
export function withoutEscapes(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Behind the `>>` that belongs to the `<<` at `from`; null where there is none before `until`. */
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
    } else if (byte === less) at = behind(bytes, greater, at);
    else if (byte === opening) at = textEnd(bytes, at);
    else if (byte === percent) at = nextLine(bytes, at);
    else at += 1;
  }
  return null;
}

/** Behind the text in parentheses that begins at `from`; parentheses in it come in pairs or behind a backslash. */
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

function behind(bytes: Buffer, byte: number, from: number): number {
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
