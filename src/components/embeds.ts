import type { brand as ourBrand, embeds as ourEmbeds, Locale } from '../brand.ts';

/** A provider's page: its address with `{{locale}}` and `{{theme}}` in it, and its height in pixels. */
export interface Embed {
  address: string;
  height: number;
}

/** The whole address of an embedded page for one language and theme. */
export function embedAddress(
  { address }: Embed,
  { locale, theme }: { locale: Locale; theme: 'dark' | 'light' },
): string {
  return new URL(address.replaceAll('{{locale}}', locale).replaceAll('{{theme}}', theme)).href;
}

/** The origins that pages may embed: those of the switches that are on, none by default. */
export function frameOrigins(
  { crossRates, economicCalendar }: Pick<typeof ourBrand, 'crossRates' | 'economicCalendar'>,
  embeds: typeof ourEmbeds,
): string[] {
  const addresses = [
    ...(crossRates === 'embed' ? [embeds.crossRates.address] : []),
    ...(economicCalendar === 'embed' ? [embeds.economicCalendar.address] : []),
  ];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
