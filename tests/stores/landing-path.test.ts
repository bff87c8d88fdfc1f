import fc from 'fast-check';
import { expect, it } from 'vitest';
import { detailsPathFor, landingPath } from '../../src/stores/landing-path.ts';

const origin = 'https://broker.example';
const fallback = '/platform/BTCUSD';
const landing = (next: string) => landingPath({ search: `?next=${encodeURIComponent(next)}`, origin, fallback });

it.each([
  ['/my-account/password'],
  ['/platform/ETHUSD'],
  ['/platform/ETHUSD?range=1d'],
  ['/de/api-reference#call-login'],
])('follows the path %s of this site', (path) => {
  expect(landing(path)).toBe(path);
});

it.each([
  ['https://evil.example/'],
  ['//evil.example/'],
  ['/\\evil.example/'],
  ['/\t/evil.example/'],
  ['/.//evil.example/'],
  ['/a/..//evil.example/'],
  ['\\\\evil.example'],
  ['javascript:alert(1)'],
  ['platform'],
  [''],
  ['/login'],
  ['/de/login/'],
  ['/login?next=/login'],
  ['/register'],
  ['/de/password/request'],
  ['/autoLogin/abc'],
])('does not follow %j', (next) => {
  expect(landing(next)).toBe(fallback);
});

it('leads to the fallback without a next', () => {
  expect(landingPath({ search: '', origin, fallback })).toBe(fallback);
});

it('never leads to another origin', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '\\', '.', '@', ':', '\t', '\n', 'a', 'evil.example') }),
      (next) => {
        expect(new URL(landing(next), origin).origin).toBe(origin);
      },
    ),
  );
});

it.each([
  ['/platform/BTCUSD', '/my-account/info'],
  ['/transactions/deposits?sort=amount', '/my-account/info?next=%2Ftransactions%2Fdeposits%3Fsort%3Damount'],
  ['/my-account/info', '/my-account/info'],
  ['/my-account/info?next=%2Freferrals', '/my-account/info?next=%2Freferrals'],
])('missing details come before %s, once', (landing, path) => {
  expect(detailsPathFor(landing, { details: '/my-account/info', home: '/platform/BTCUSD' })).toBe(path);
});
