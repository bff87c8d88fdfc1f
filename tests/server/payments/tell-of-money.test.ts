import { expect, test } from 'vitest';
import { shownDestination } from '../../../src/server/payments/tell-of-money.ts';

/**
 * Tests how a mail shows the destination of a withdrawal: enough for its owner to notice an account that is not theirs,
 * and nothing that helps anybody else.
 */

test.each([
  ['To my account DE02 1203 0000 0000 2020 51, please', 'To my account DE02…2051, please'],
  ['DE02120300000000202051', 'DE02…2051'],
  ['IBAN:gb29nwbk60161331926819', 'IBAN:gb29…6819'],
  ['GB29 NWBK 6016 1331 9268 19', 'GB29…6819'],
  ['Sort code 12-34-56, account 12345678', 'Sort code …456, account …5678'],
  ['Card 4242 4242 4242 4242 of Ada', 'Card …4242 of Ada'],
  ['Wallet bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Wallet bc1q…5mdq'],
  ['Skrill ada.lovelace@example.com', 'Skrill a…@example'],
  ['The bank of May 2024, house 12', 'The bank of May 2024, house 12'],
  ['Max Müller, “Sparkasse”', "Max Müller, 'Sparkasse'"],
])('%s is shown as %s', (comments, shown) => {
  expect(shownDestination(comments)).toBe(shown);
});

test.each([
  'Stop it at https://evil.example/cancel now',
  'Stop it at evil.example now',
  'Stop it at WWW.evil.example/?a=b now',
  'Stop it at (evil.example) now',
  'Stop it at //evil.example now',
  'Stop it at me@evil.example/x now',
])('no mail program finds a link in the shown part of: %s', (comments) => {
  expect(shownDestination(comments)).toBe('Stop it at … now');
});

test('it stays on one line, without characters that reverse the text', () => {
  expect(shownDestination(' To\r\n\r\nKind regards\u202e\u0007\n your\u2028broker ')).toBe(
    'To Kind regards your broker',
  );
});

test('a long text before a number does not hide it', () => {
  const shown = shownDestination(
    `${'to my account as always '.repeat(20)}DE02 1203 0000 0000 2020 51 ${'x'.repeat(200)}`,
  );
  expect(shown).toMatch(/^to my account .* … DE02…2051 x{4}…x{4}$/);
  expect(shown.length).toBeLessThan(160);
});

test('even the longest comments are shortened quickly', () => {
  for (const part of ['1', '1a', 'a', '1 ', 'AB1 ABCD ', 'ü', '1.', 'a.', '-', '@', '12 ABCD']) {
    expect(shownDestination(part.repeat(1_000).slice(0, 1_000)).length).toBeLessThan(200);
  }
});
