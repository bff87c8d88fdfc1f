import { commonWords } from './common-words.ts';
import { runLength } from './key-runs.ts';

/**
 * How many guesses a password withstands at most, as a power of two. This is the cost of the cheapest way to build it
 * from what attackers try first: common words, words of the customer, runs of keys, one character repeated, years,
 * dates, digits and a few signs. Infinity if it contains something else. Its length and its kinds of characters do not
 * matter. Pure.
 */
export function guessBits(password: string, own: ReadonlySet<string>): number {
  const folded = fold(password).slice(0, mostLetters);
  const capitals = password === password.toLowerCase() ? 0 : /^\p{Lu}[^\p{Lu}]*$|^[^\p{Ll}]*$/u.test(password) ? 1 : 4;
  const ways = [cheapest(folded, own)];
  if (/\p{L}/u.test(folded)) ways.push(bits.turn + cheapest(reversed(folded), own));
  const unit = repeatedUnit(folded);
  if (unit !== folded) ways.push(bits.turn + Math.min(cheapest(unit, own), bits.letter * unit.length));
  if (/^(?:(.)\1)+$/u.test(folded)) ways.push(bits.turn + cheapest(folded.replace(/(.)\1/gu, '$1'), own));
  return capitals + Math.min(...ways);
}

/** Converts a text to lower case without accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

const bits = {
  word: Math.log2(commonWords.size),
  ownWord: 2,
  /** The extra cost of letters that are replaced by digits or signs. */
  disguise: 2,
  run: 6,
  repetition: 6,
  year: 7,
  digit: Math.log2(10),
  sign: 3,
  /** The cost of a single letter at one of the ends. */
  letter: Math.log2(26),
  /** The extra cost of reversing, doubling or repeating the whole text. */
  turn: 3,
};

/**
 * Longer passwords are cut to this length. The check runs before any rate limit, and 200 characters would block the
 * server for milliseconds.
 */
const mostLetters = 64;

/** Some systems cut passwords after eight characters, so long words that are cut there count as words. */
const cutLength = 8;
const cutWords = new Set([...commonWords].map((word) => word.slice(0, cutLength)));

const reversed = (text: string) => Array.from(text).reverse().join('');

/** Dates in the usual orders of day, month and year. The cost is that of the days of a hundred years. */
const dates = [
  { pattern: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d/, cost: 15 },
  { pattern: /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(19|20)\d\d/, cost: 15 },
  { pattern: /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/, cost: 15 },
  { pattern: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d\d/, cost: 15 },
];

const longestWord = 24;
const disguises: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' },
  ...{ '@': 'a', $: 's', '!': 'i', '+': 't', '|': 'l' },
};

const undisguise = (text: string) => text.replace(/[^\p{L}]/gu, (sign) => disguises[sign] ?? sign);

/** The cost of the cheapest way to split a text into pieces. */
function cheapest(text: string, own: ReadonlySet<string>): number {
  const [undisguised, otherwise] = [undisguise(text), undisguise(text.replace(/[1!]/g, 'l'))];
  if (text.length === cutLength && cutWords.has(text)) return bits.word;
  const costs = Array.from({ length: text.length + 1 }, (_, end) => (end === 0 ? 0 : Infinity));
  for (let start = 0; start < text.length; start += 1) {
    const before = costs[start] ?? Infinity;
    if (before === Infinity) continue;
    const advance = (length: number, cost: number) => {
      costs[start + length] = Math.min(costs[start + length] ?? Infinity, before + cost);
    };
    for (const { length, cost } of patternsAt(text, start)) advance(length, cost);
    const isAtEnd = start === 0 || start === text.length - 1;
    if (isAtEnd && text.length > 4 && /^[a-z]/.test(text.slice(start))) advance(1, bits.letter);
    for (let length = 1; length <= longestWord && start + length <= text.length; length += 1) {
      const cut = (from: string) => wordCost(from.slice(start, start + length), own);
      advance(length, cut(text));
      if (/\p{L}/u.test(text.slice(start, start + length)))
        advance(length, bits.disguise + Math.min(cut(undisguised), cut(otherwise)));
    }
  }
  return costs.at(-1) ?? Infinity;
}

function wordCost(word: string, own: ReadonlySet<string>): number {
  if (own.has(word)) return bits.ownWord;
  return commonWords.has(word) ? bits.word : Infinity;
}

/** The pieces that begin at an index and are not words. */
function* patternsAt(text: string, start: number): Generator<{ length: number; cost: number }> {
  const rest = text.slice(start);
  const run = runLength(text, start);
  for (let length = 3; length <= run; length += 1) yield { length, cost: bits.run };
  const same = /^(.)\1{2,}/u.exec(rest)?.[0].length ?? 0;
  if (same > 0) yield { length: same, cost: bits.repetition };
  if (/^(19[3-9]|20[0-3])\d/.test(rest)) yield { length: 4, cost: bits.year };
  for (const { pattern, cost } of dates) {
    const found = pattern.exec(rest);
    if (found) yield { length: found[0].length, cost };
  }
  if (/^\d/.test(rest)) yield { length: 1, cost: bits.digit };
  if (/^[!.?_\-@#*$%&+]/.test(rest)) yield { length: 1, cost: bits.sign };
}

/** The shortest text that repeats to form the whole, or the whole itself. */
function repeatedUnit(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return length <= 0 ? text : text.slice(0, length);
}
