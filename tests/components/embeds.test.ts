import { expect, it } from 'vitest';
import { readEmbeds } from '../../src/brand.ts';
import { embedAddress, iframeOrigins } from '../../src/components/embed-address.ts';

const rates = 'https://rates.example.com:8443/table?locale={{locale}}#{"theme":"{{theme}}"}';

it('fills language and theme into the address of an embed', () => {
  const address = embedAddress({ address: rates, height: 400 }, { locale: 'de', theme: 'light' });
  expect(address).toMatch(/^https:\/\/rates\.example\.com:8443\/table\?locale=de#/);
  expect(JSON.parse(decodeURIComponent(new URL(address).hash.slice(1)))).toEqual({ theme: 'light' });
});

it('embeds nothing, the provider’s page or another one, at the height of the block', () => {
  expect(readEmbeds({ CALENDAR_EMBED: 'off', CROSS_RATES_EMBED: '' })).toEqual({
    crossRates: null,
    economicCalendar: null,
  });
  expect(readEmbeds({ CROSS_RATES_EMBED: 'on' }).crossRates).toMatchObject({ height: 400 });
  expect(readEmbeds({ CROSS_RATES_EMBED: ` ${rates} ` }).crossRates).toEqual({ address: rates, height: 400 });
  expect(readEmbeds({ CALENDAR_EMBED: 'javascript:alert(1)/' }).economicCalendar).toBeNull();
});

it('lets pages embed only what is switched on', () => {
  const page = 'https://www.example.com/events';
  expect(iframeOrigins(readEmbeds({}))).toEqual([]);
  expect(iframeOrigins(readEmbeds({ CROSS_RATES_EMBED: rates }))).toEqual(['https://rates.example.com:8443']);
  expect(iframeOrigins(readEmbeds({ CROSS_RATES_EMBED: page, CALENDAR_EMBED: page }))).toHaveLength(1);
});
