import { expect, test } from 'vitest';
import { describeDevice } from '../../../src/server/sessions/describe-device.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/150.0.0.0`, 'Microsoft Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  [null, null],
  ['', null],
  ['  ', null],
])('%s is shown as %s', (userAgent, shown) => {
  expect(describeDevice(userAgent)).toBe(shown);
});

test.each(['/', '()', 'x'.repeat(10_000), '<script>alert(1)</script>/1', '\u0000/\u0000'])(
  'the user agent %j breaks nothing and gives a short text',
  (userAgent) => expect((describeDevice(userAgent) ?? '').length).toBeLessThanOrEqual(60),
);
