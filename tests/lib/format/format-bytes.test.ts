import { expect, test } from 'vitest';
import { formatBytes } from '../../../src/lib/format/format-bytes.ts';

test.each([
  [0, 'en', '1 kB'],
  [20_000, 'en', '20 kB'],
  [200_000, 'en', '0.2 MB'],
  [2 * 1024 * 1024, 'en', '2 MB'],
  [2_200_000, 'de', '2,1 MB'],
])('%i bytes in %s are %s', (bytes, locale, text) => {
  expect(formatBytes(bytes, locale).replaceAll(' ', ' ')).toBe(text);
});
