import { expect, it } from 'vitest';
import { linkFileName, referralLink, sourceTagPattern } from '../../../src/lib/affiliates/referral-link.ts';

const parts = { origin: 'https://broker.example', path: '/de/about', uniqid: 'k3f9x2ab', tag: '' };

it('a link contains the referral code, and the source tag if there is one', () => {
  expect(referralLink(parts)).toBe('https://broker.example/de/about?ref=k3f9x2ab');
  expect(referralLink({ ...parts, path: '/', tag: 'news.11_a' })).toBe(
    'https://broker.example/?ref=k3f9x2ab&tag=news.11_a',
  );
});

it.each(['', 'ä', 'a b', 'a/b', 'x'.repeat(51)])('“%s” is not a tag', (tag) => {
  expect(sourceTagPattern.test(tag)).toBe(false);
});

it.each([
  ['/', '', 'referral-link'],
  ['/de/about', '', 'referral-link-de-about'],
  ['/platform/BTCUSD', 'news.11_a', 'referral-link-platform-BTCUSD-news.11_a'],
  ['/it/perché us', '', 'referral-link-it-perch-us'],
])('a file with the link to %s and the tag “%s” is named %s', (path, tag, name) => {
  expect(linkFileName({ path, tag })).toBe(name);
});
