import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { firstPaintScript } from '../../../src/components/shell/first-paint.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';

/** Tests what the first-paint script stores about who referred a visitor; browser tests cover the rest. */

const end = '})(document.documentElement,location);';
const script = firstPaintScript.slice(0, firstPaintScript.indexOf(end) + end.length);

/** Visits addresses one after another; returns what is stored in the end. */
function visit(...addresses: string[]): string | undefined {
  const localStorage: Record<string, string> = {};
  for (const address of addresses) {
    const { pathname, search, hash } = new URL(address, 'https://broker.example');
    const location = { pathname, search, hash, replace: () => undefined };
    const document = { documentElement: { lang: 'en', dataset: { en: '/' } } };
    const history = { replaceState: () => undefined };
    vm.runInNewContext(script, { localStorage, location, document, history, URLSearchParams });
  }
  return localStorage[storageKeys.referral];
}

describe('the stored referral code', () => {
  test.each([
    ['the code', ['/?ref=abc-123'], 'abc-123'],
    ['the code with its tag', ['/about?ref=abc&tag=news.letter_5-b'], 'abc.news.letter_5-b'],
    ['the first, without the tag of another', ['/?ref=abc', '/?ref=abc&tag=x', '/?ref=other&tag=y'], 'abc'],
    ['the first with its tag', ['/?ref=abc&tag=x', '/?ref=abc&tag=y', '/?tag=z'], 'abc.x'],
    ['no tag alone', ['/?tag=x'], undefined],
    ['the first that is one', ['/?ref=a%20b', '/?ref=', '/?ref=.x', '/?ref=good'], 'good'],
  ])('is %s', (_, addresses, kept) => {
    expect(visit(...addresses)).toBe(kept);
  });
});
