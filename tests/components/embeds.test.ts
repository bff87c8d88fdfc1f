import { expect, it } from 'vitest';
import { brand, embeds } from '../../src/brand.ts';
import { embedAddress, frameOrigins } from '../../src/components/embeds.ts';

it('fills language and theme into the address of an embed', () => {
  const embed = { address: 'https://example.com/rates?locale={{locale}}#{"theme":"{{theme}}"}', height: 400 };
  const address = embedAddress(embed, { locale: 'de', theme: 'light' });
  expect(address).toMatch(/^https:\/\/example\.com\/rates\?locale=de#/);
  expect(JSON.parse(decodeURIComponent(new URL(address).hash.slice(1)))).toEqual({ theme: 'light' });
});

it('lets pages embed nothing but what is switched on', () => {
  const own = { ...brand, crossRates: 'own', economicCalendar: 'own' } as const;
  expect(frameOrigins(own, embeds)).toEqual([]);
  expect(frameOrigins({ ...own, crossRates: 'embed' }, embeds)).toEqual([new URL(embeds.crossRates.address).origin]);
  expect(frameOrigins({ ...own, crossRates: 'embed', economicCalendar: 'embed' }, embeds)).toHaveLength(1);
});
