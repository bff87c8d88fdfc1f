import type { Switches } from '../../brand.ts';
import { brand } from '../../brand.ts';
import { addressOf, offeredPages } from '../../content/addresses.ts';
import { languagesOf } from '../../content/localise.ts';
import type { SiteContent } from '../../content/model/site-content.ts';

/**
 * The sitemap: every page that search engines may show, in each offered language, with links to its other languages.
 */
export function sitemapText(
  content: SiteContent,
  { origin, switches }: { origin: string; switches: Switches },
): string {
  const pages = offeredPages(content, switches).filter(({ isHidden }) => !isHidden);
  const entries = pages.flatMap((page) => {
    const languages = languagesOf(page).filter((locale) => brand.languages.some((offered) => offered === locale));
    const addresses = languages.map((locale) => ({
      locale,
      href: escape(`${origin}${addressOf(page, locale)}`),
    }));
    const others = addresses.map(
      ({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${href}"/>`,
    );
    return addresses.map(({ href }) => `<url><loc>${href}</loc>${others.join('')}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
