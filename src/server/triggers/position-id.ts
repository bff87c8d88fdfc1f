/** A UUID as four integers: a million ids are stored and compared without allocating an object for each. */
export const idWords = 4;

const digitsAWord = 8;
const dash = '-'.charCodeAt(0);
const dashPlaces = [8, 13, 18, 23];
const length = 36;
/** The positions of the digits in the text, from the first digit of the first word on. */
const digitPlaces = Uint8Array.from({ length }, (_, place) => place).filter((place) => !dashPlaces.includes(place));

const noDigit = -1;
const digitOfCode = new Int8Array(128).fill(noDigit);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  for (const form of [digit, digit.toUpperCase()]) digitOfCode[form.charCodeAt(0)] = value;
}

/** Writes an id into the words; returns whether it is a UUID, in upper or lower case. */
export function readId(id: string, words: Int32Array): boolean {
  if (id.length !== length || dashPlaces.some((place) => id.charCodeAt(place) !== dash)) return false;
  // Stays non-negative unless a character is not a digit.
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

/** The id that the words stand for, in lower case. */
export function writeId(words: Int32Array): string {
  const digits = Array.from(words, (word) => (word >>> 0).toString(16).padStart(digitsAWord, '0')).join('');
  return [0, 8, 12, 16, 20].map((from, part, starts) => digits.slice(from, starts[part + 1])).join('-');
}
