import { brand } from '../../brand.ts';
import type { Locale } from '../../brand.ts';
import { addressOf } from '../../content/addresses.ts';
import { homeSlug } from '../../content/model/parts.ts';
import { pageIn } from '../../content/localise.ts';
import type { Page } from '../../content/model/site-content.ts';
import type { SiteQuestions } from '../../content/site-questions.ts';

export interface PageInSite {
  site: SiteQuestions;
  page: Page;
  locale: Locale;
}

type Thing = Readonly<Record<string, unknown>>;

/**
 * Describes a content page in schema.org terms: the company and its site on the home page, breadcrumbs on all other
 * pages.
 */
export function structuredData(shown: PageInSite): Thing {
  const { page } = shown;
  const things = page.slug === homeSlug ? [company(shown), webSite(shown)] : [breadcrumbs(shown)];
  return { '@context': 'https://schema.org', '@graph': [...things, ...questions(shown)] };
}

/** The data as the text of a script element, escaped so that no value can close the element. */
export function asScriptText(data: Thing): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function company({ site, locale }: PageInSite): Thing {
  const origin = site.origin();
  const { company: legalName, email, phone: telephone, address } = site.contact(locale);
  const profiles = site.profiles();
  return {
    '@type': 'FinancialService',
    '@id': `${origin}/#company`,
    name: brand.name,
    ...{ legalName, description: site.tagline(locale), url: origin, logo: `${origin}/icons/icon-512.png` },
    ...(email && { email }),
    ...(telephone && { telephone }),
    address: address.join(', '),
    ...(profiles.length > 0 && { sameAs: profiles.map(({ href }) => href) }),
  };
}

function webSite({ site, locale }: PageInSite): Thing {
  const origin = site.origin();
  return {
    '@type': 'WebSite',
    name: brand.name,
    url: origin,
    inLanguage: locale,
    publisher: { '@id': `${origin}/#company` },
  };
}

function breadcrumbs({ site, page, locale }: PageInSite): Thing {
  const home = site.homeCrumb(locale);
  const own = { title: pageIn(page, locale).title, path: addressOf(page, locale) };
  const way = [...(home ? [home] : []), ...site.crumbsAbove(page.slug, locale), own];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: one.title,
      item: `${site.origin()}${one.path}`,
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
