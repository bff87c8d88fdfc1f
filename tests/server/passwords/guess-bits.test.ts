import { describe, expect, test } from 'vitest';
import { guessBits } from '../../../src/server/passwords/guess-bits.ts';
import { fewestGuessBits } from '../../../src/server/passwords/password-rule.ts';

const own = new Set(['lovelace', 'ada', 'vernier']);
const isEasy = (password: string) => guessBits(password, own) < fewestGuessBits;

describe('a password is easy to guess', () => {
  test.each([
    ['a word', ['password', 'Sonnenschein', 'BUTTERFLY', 'corazón']],
    [
      'a word and what is put behind or before it',
      ['password1', 'dragon123', 'Summer2026!', '!superman99', 'liebe1987'],
    ],
    ['a word with letters as digits and signs', ['p4ssw0rd', 'P@$$w0rd1', 'dr4g0n!!', 'foot8all']],
    ['two words', ['ilovejesus', 'bluesky', 'pinkunicorn']],
    ['a word twice, backwards, doubled, or cut off', ['dragondragon', 'drowssap', 'ttiiggeerr', 'alexande']],
    ['a run of keys', ['qwertyuiop', 'asdfghjkl', '1q2w3e4r5t', 'zaq1xsw2', 'qwertz123', 'abcd1234', '87654321']],
    ['one thing over and over', ['aaaaaaaaaaaaaaaaaaaa', 'abcabcabc', 'xyxyxyxy', '12121212', '11223344']],
    ['a day', ['24121987', '19871224', '12241987', '241287']],
    ['few digits', ['7', '123', '739164']],
    ['words of the customer or the brand', ['lovelace1815', 'AdaLovelace', 'ada.lovelace!', 'vernier2026', 'V3rn13r!']],
    ['a run and a letter', ['123456789a', 'a123456789']],
  ])('that is %s', (_what, passwords) => {
    expect(passwords.filter((password) => !isEasy(password))).toEqual([]);
  });
});

describe('a password is hard enough', () => {
  test.each([
    ['that something unknown is in', ['chosen-1', 'quiet-7351', 'dragonxkq', 'tr0ub4dor&3', 'x']],
    ['of many words', ['correct horse battery staple', 'drei-kleine-katzen-tanzen', 'summer.winter.spring']],
    ['of many digits', ['73916408', '8264019375']],
    ['of blanks and other writings', [' 7 ', 'пароль-для-банка', '密码密码是什么', '🦊🐻🐼🐨🐯🦁']],
    ['that is made by a machine', ['kV7#mQ2z', 'x4Tq-9Lpw-2Zrb', 'f3a91c07be52d846']],
  ])('%s', (_what, passwords) => {
    expect(passwords.filter(isEasy)).toEqual([]);
  });
});

test('the longest and most complex ones are judged too', () => {
  for (const part of ['a1!', 'qwe', 'love', '1', '20', 'ß', '\u0301', '🦊'])
    expect(guessBits(part.repeat(200), own)).toBeGreaterThanOrEqual(0);
});
