import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { PriceFollower } from '../../../src/components/live/follow-prices.ts';
import { showMarkets } from '../../../src/components/live/markets.ts';
import { showPriceCells } from '../../../src/content/texts/prices.ts';
import { getFeed } from '../../../src/lib/contract/calls.ts';
import { getCandles } from '../../../src/lib/contract/endpoints.ts';
import { test as base } from '../../support/component/component-test.tsx';

/** Prices inside a text, with the markup that pages have: where they are written, and what is left if they are lost. */

const written = '<p>{{price:EURUSD}}, again {{price:EURUSD}}, {{price:XAUUSD}} and {{price:NOPE}}.</p>';
const html = showPriceCells(written, { isAsset: (symbol) => symbol !== 'NOPE', none: 'none' });

const test = base.extend('showText', ({ server, show }) => async () => {
  server.beUnreachable(getFeed);
  document.documentElement.lang = 'en';
  await show(<div data-testid="text" data-live="loading" dangerouslySetInnerHTML={{ __html: html }} />);
  let follower: PriceFollower | undefined;
  showMarkets(page.getByTestId('text').element() as HTMLElement, (_, given) => (follower = given));
  if (!follower) throw new Error('the text follows no prices');
  return follower;
});

const text = page.getByTestId('text');
const shown = () => text.element().textContent;

test('each price is written where it is asked for, and one that is not known is a dash', async ({
  server,
  showText,
}) => {
  server.answer(getCandles, []);
  const { apply, lost } = await showText();
  expect(shown()).toBe('–none, again –none, –none and –none.');
  apply({ EURUSD: { sell: 1.1684, buy: 1.1685 } });
  expect(shown()).toBe('1.168400, again 1.168400, –none and –none.');
  apply({ EURUSD: { sell: 1.169, buy: 1.1691 }, XAUUSD: { sell: 4118.35, buy: 4119 } });
  expect(shown()).toBe('1.169000, again 1.169000, 4,118.35 and –none.');
  await expect.element(text).toHaveAttribute('data-live', 'live');
  lost();
  await expect.element(text).toHaveAttribute('data-live', 'past');
  expect(shown()).toBe('1.169000, again 1.169000, 4,118.35 and –none.');
});

test('without live prices the last known ones are shown, as of then', async ({ server, showText }) => {
  server.answer(getCandles, [{ time: 0, open: 2, high: 2, low: 2, close: 2 }]);
  const { lost } = await showText();
  lost();
  await expect.poll(shown).toBe('2.000000, again 2.000000, 2.000000 and –none.');
  await expect.element(text).toHaveAttribute('data-live', 'past');
});
