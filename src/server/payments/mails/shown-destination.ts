import { onOneLine } from '../../../lib/contract/typed-text.ts';

/** So many signs are enough to know one's own bank by. */
const longest = 100;
/** How many numbers are shown of what stands behind them. */
const mostNumbers = 3;

/** At least six digits, with what people write between them: blanks, dots, strokes, letters of a bank. Each step takes one digit, in one way. */
const numbers = /(?:[A-Za-z]{2})?\d(?:(?:[ ./-]?|[A-Za-z]{1,6}|[ -][A-Z]{4}[ -])\d){5,}/g;
/** Numbers of accounts and wallets that are written without a blank. */
const longWords = /[A-Za-z\d]{16,}/g;

/**
 * What a customer wrote of where a withdrawal goes, as a mail may show it: others read mails too, and whoever has somebody's session
 * must not write to them in the broker's name. On one line, the first 100 signs of it; of numbers of accounts, cards and phones only the ends
 * by which their owner knows them; no addresses of pages, and none to write to. Numbers are shown also where much stands before them.
 */
export function shownDestination(comments: string): string {
  const words = onOneLine(comments)
    .trim()
    .replaceAll(/["“”„«»]/g, "'")
    .split(' ');
  const text = words.map(withoutAddress).join(' ').replaceAll(longWords, shortened).replaceAll(numbers, shortened);
  if (text.length <= longest) return text;
  const head = text.slice(0, longest + 1);
  const end = head.includes(' ') ? head.lastIndexOf(' ') : longest;
  const hidden = text.slice(end).match(/\S*…[A-Za-z\d]+/g) ?? [];
  return [`${text.slice(0, end).toWellFormed()} …`, ...hidden.slice(0, mostNumbers)].join(' ');
}

/** Mail programs make links of these, with or without `https:`. */
function withoutAddress(word: string): string {
  const email = /^([\w.+-])[\w.+-]*@([\w-]+)[\w.-]*[,;)]?$/.exec(word);
  if (email) return `${email[1]}…@${email[2]}`;
  return /:\/\/|@|^www\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu.test(word) ? '…' : word;
}

/** The ends of a number; of one that begins with a country the beginning too. Never more than half of it. */
function shortened(number: string): string {
  const signs = number.replaceAll(/[ ./-]/g, '');
  const shown = Math.min(4, Math.floor(signs.length / 2));
  const isNamed = signs.length >= 12 && /^[A-Za-z]|^0x/.test(signs);
  return `${isNamed ? signs.slice(0, 4) : ''}…${signs.slice(-shown)}`;
}
