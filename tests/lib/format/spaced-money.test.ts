import { expect, test } from 'vitest';
import { formatRoundMoney, formatSpacedMoney } from '../../../src/lib/format/spaced-money.ts';

/** Languages with the currency sign at the end put a no-break space before it. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test.each([
  [250, 'en', 'EUR', '€ 250', '€250'],
  [250.5, 'en', 'EUR', '€ 250.50', '€250.50'],
  [10_000, 'en', 'USD', '$ 10,000', '$10,000'],
  [1000, 'de', 'EUR', '1.000 €', '1.000 €'],
  [1000, 'es', 'EUR', '1.000 €', '1.000 €'],
  [99.9, 'it', 'EUR', '99,90 €', '99,90 €'],
])('%d in %s and %s', (major, locale, currency, spaced, round) => {
  expect(plain(formatSpacedMoney(major, locale, currency))).toBe(spaced);
  expect(plain(formatRoundMoney(major, locale, currency))).toBe(round);
});
