import { expect, it } from 'vitest';
import { referralLink, sourceTagPattern } from '../../../src/lib/affiliates/referral-link.ts';

const parts = { origin: 'https://broker.example', path: '/de/about', uniqid: 'k3f9x2ab', tag: '' };

it('a link says who sent a visitor, and from where if that is said', () => {
  expect(referralLink(parts)).toBe('https://broker.example/de/about?ref=k3f9x2ab');
  expect(referralLink({ ...parts, path: '/', tag: 'news.11_a' })).toBe(
    'https://broker.example/?ref=k3f9x2ab&tag=news.11_a',
  );
});

it.each(['', 'ä', 'a b', 'a/b', 'x'.repeat(51)])('no tag is “%s”', (tag) => {
  expect(sourceTagPattern.test(tag)).toBe(false);
});
