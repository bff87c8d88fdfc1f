/** A UUID as four whole numbers: what a million ids are kept and compared by, without an object for any of them. */
export const idWords = 4;

const digitsAWord = 8;
const dash = '-'.charCodeAt(0);
const dashPlaces = [8, 13, 18, 23];
const length = 36;
/** Where the digits stand, the first of the first word first. */
const digitPlaces = Uint8Array.from({ length }, (_, place) => place).filter((place) => !dashPlaces.includes(place));

const noDigit = -1;
const digitOfCode = new Int8Array(128).fill(noDigit);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  for (const form of [digit, digit.toUpperCase()]) digitOfCode[form.charCodeAt(0)] = value;
}

/** Writes the words of an id; says whether it is a UUID at all, in either case of its letters. */
export function readId(id: string, words: Int32Array): boolean {
  if (id.length !== length || dashPlaces.some((place) => id.charCodeAt(place) !== dash)) return false;
  // Stays above zero unless there is a character that is no digit.
  let all = 0;
  for (let word = 0; word < idWords; word++) {
    let value = 0;
    for (let place = digitsAWord * word; place < digitsAWord * (word + 1); place++) {
      const digit = digitOfCode[id.charCodeAt(digitPlaces[place] ?? 0)] ?? noDigit;
      all |= digit;
      value = (value << 4) | digit;
    }
    words[word] = value;
  }
  return all >= 0;
}

/** The id of such words, in small letters. */
export function writeId(words: Int32Array): string {
  const digits = Array.from(words, (word) => (word >>> 0).toString(16).padStart(digitsAWord, '0')).join('');
  return [0, 8, 12, 16, 20].map((from, part, starts) => digits.slice(from, starts[part + 1])).join('-');
}
