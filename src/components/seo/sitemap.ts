import { brand } from '../../brand.ts';
import type { ListedPage } from '../../content/site-questions.ts';

/**
 * The sitemap: every page that search engines may show, in each offered language, with links to its other languages.
 */
export function sitemapText(pages: readonly ListedPage[], origin: string): string {
  const entries = pages
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ paths }) => {
      const offered = paths.filter(({ locale }) => brand.languages.some((one) => one === locale));
      const addresses = offered.map(({ locale, path }) => ({ locale, href: escape(`${origin}${path}`) }));
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
