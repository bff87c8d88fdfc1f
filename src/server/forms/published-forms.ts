import type { Switches } from '../../brand.ts';
import { offeredPages, readAddress } from '../../content/addresses.ts';
import { homeSlug } from '../../content/model/parts.ts';
import { findPage } from '../../content/localise.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';

/** The forms that visitors can currently find on the site. */
export interface PublishedForms {
  /** The published content; a new object after each change. */
  content: () => SiteContent;
  has: (form: string) => boolean;
  /** Whether the page at a path has the form, in any language. */
  isOn: (path: string, form: string) => boolean;
}

/** The contact form always exists, because its call does. */
const builtIn = new Set(['contact']);

export function findPublishedForms(content: () => SiteContent, switches: Switches): PublishedForms {
  const pages = () => offeredPages(content(), switches);
  return {
    content,
    has: (form) => builtIn.has(form) || pages().some((page) => holds(page, form)),
    isOn(path, form) {
      const { locale, slug } = readAddress(path);
      const page = findPage(pages(), slug === '' ? homeSlug : slug, locale);
      return page !== undefined && holds(page, form);
    },
  };
}

function holds({ texts }: Pick<Page, 'texts'>, form: string): boolean {
  return Object.values(texts).some(({ blocks }) =>
    blocks?.some((block) => block.kind === 'form' && block.form === form),
  );
}
