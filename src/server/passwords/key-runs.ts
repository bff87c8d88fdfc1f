/** Sequences of keys: alphabet, digits, the rows of keyboards, their columns, and the zigzag between two rows. */
const paths = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol0p',
  'qaywsxedcrfvtgbzhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  'qawsedrftgyhujikolp',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  '147258369',
  '741852963',
  '159357',
  '753951',
  '2468013579',
];

const backwards = (text: string) => Array.from(text).reverse().join('');
const runs = [...paths, ...paths.map(backwards)];

/**
 * How many characters from `start` on form one run, forwards or backwards; 0 if fewer than three. The text is in lower
 * case.
 */
export function runLength(text: string, start: number): number {
  let length = 2;
  while (start + length < text.length && runs.some((run) => run.includes(text.slice(start, start + length + 1)))) {
    length += 1;
  }
  return length < 3 ? 0 : length;
}
