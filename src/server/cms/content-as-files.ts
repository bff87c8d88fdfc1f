import { locales } from '../../brand.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';

/**
 * The content as the files of src/content/README.md: the value of each YAML file by its path. `drafts` are written with
 * `isPublished: false`.
 */
export function filesOfContent(
  { pages, settings, ...lists }: SiteContent,
  drafts: readonly Page[] = [],
): Map<string, unknown> {
  const { texts, ...head } = settings;
  return new Map<string, unknown>([
    ...pages.flatMap((page) => filesOfPage(page, {})),
    ...drafts.flatMap((page) => filesOfPage(page, { isPublished: false })),
    ['settings/settings.yaml', head],
    ...filesOfTexts('settings', texts),
    ...Object.entries(lists).map(([name, list]): [string, unknown] => [`${name}.yaml`, list]),
  ]);
}

/** What `page.yaml` need not say. */
const defaults: Readonly<Record<string, string>> = { slugs: '{}', isHidden: 'false' };

function filesOfPage({ slug, texts, ...head }: Page, state: object): [string, unknown][] {
  const folder = `pages/${slug}`;
  const said = Object.entries(head).filter(([name, value]) => JSON.stringify(value) !== defaults[name]);
  const facts = { ...state, ...Object.fromEntries(said) };
  return [
    ...(Object.keys(facts).length > 0 ? [[`${folder}/page.yaml`, facts] as [string, unknown]] : []),
    ...filesOfTexts(folder, texts),
  ];
}

function filesOfTexts(folder: string, texts: Readonly<Record<string, unknown>>): [string, unknown][] {
  return locales.flatMap((locale) => {
    const text = texts[locale];
    return text === undefined ? [] : [[`${folder}/${locale}.yaml`, text] as [string, unknown]];
  });
}

/** Whether a file of a content folder is one that a pull may write: nothing else in the folder is touched. */
export function isContentFile(path: string): boolean {
  return /^(pages\/.+\/[a-z]+\.yaml|settings\/[a-z]+\.yaml|(calendar|redirects)\.yaml|images\/.+)$/.test(path);
}
