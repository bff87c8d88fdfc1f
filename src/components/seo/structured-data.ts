import { brand } from '../../brand.ts';
import type { Locale } from '../../brand.ts';
import { addressOf } from '../../content/addresses.ts';
import { homeSlug } from '../../content/model/parts.ts';
import { pageIn, settingsIn } from '../../content/localise.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';

export interface PageInSite {
  content: SiteContent;
  /** The site's public address. */
  origin: string;
  page: Page;
  locale: Locale;
}

type Thing = Readonly<Record<string, unknown>>;

/**
 * Describes a content page in schema.org terms: the company and its site on the home page, breadcrumbs on all other
 * pages.
 */
export function structuredData(site: PageInSite): Thing {
  const { page } = site;
  const things = page.slug === homeSlug ? [company(site), webSite(site)] : [breadcrumbs(site)];
  return { '@context': 'https://schema.org', '@graph': [...things, ...questions(site)] };
}

/** The data as the text of a script element, escaped so that no value can close the element. */
export function asScriptText(data: Thing): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function company({ content, origin, locale }: PageInSite): Thing {
  const { contact, tagline } = settingsIn(content.settings, locale);
  const { company: legalName, email, phone: telephone, address } = contact;
  return {
    '@type': 'FinancialService',
    '@id': `${origin}/#company`,
    name: brand.name,
    ...{ legalName, description: tagline, url: origin, logo: `${origin}/icons/icon-512.png` },
    ...(email && { email }),
    ...(telephone && { telephone }),
    address: address.join(', '),
    ...(content.settings.profiles.length > 0 && { sameAs: content.settings.profiles.map(({ href }) => href) }),
  };
}

function webSite({ origin, locale }: PageInSite): Thing {
  return {
    '@type': 'WebSite',
    name: brand.name,
    url: origin,
    inLanguage: locale,
    publisher: { '@id': `${origin}/#company` },
  };
}

function breadcrumbs({ content, origin, page, locale }: PageInSite): Thing {
  const home = content.pages.find(({ slug }) => slug === homeSlug);
  const way = [...(home ? [home] : []), page];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: pageIn(one, locale).title,
      item: `${origin}${addressOf(one, locale)}`,
    })),
  };
}

/** The questions of all FAQ blocks, as one list. */
function questions({ page, locale }: PageInSite): Thing[] {
  const items = pageIn(page, locale).blocks.flatMap((block) => (block.kind === 'faq' ? block.items : []));
  if (items.length === 0) return [];
  const mainEntity = items.map(({ question, html }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: html },
  }));
  return [{ '@type': 'FAQPage', mainEntity }];
}
