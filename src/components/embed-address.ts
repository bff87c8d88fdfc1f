import type { Embed, Embeds, Locale } from '../brand.ts';

/** The full address of an embedded page for one language and theme. */
export function embedAddress(
  { address }: Embed,
  { locale, theme }: { locale: Locale; theme: 'dark' | 'light' },
): string {
  return new URL(address.replaceAll('{{locale}}', locale).replaceAll('{{theme}}', theme)).href;
}

/** The origins that pages may embed: those of the enabled embeds. None are enabled by default. */
export function iframeOrigins(embeds: Embeds): string[] {
  const shown = Object.values(embeds).filter((embed) => embed !== null);
  return [...new Set(shown.map(({ address }) => new URL(address).origin))];
}
