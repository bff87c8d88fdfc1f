import type { Locale } from '../brand.ts';
import { defaultLocale, locales } from '../brand.ts';
import type { ContentSource } from '../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../content/content-source.ts';
import { chooseSource } from '../content/sources/choose-source.ts';
import { describeFaults, parseConfig } from './config.ts';
import { contentOfEnvironment } from './content-config.ts';
import { signPreview } from './cms/preview-link.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { report } from './operator/outcome.ts';

/** `npm run content:preview`: makes a link that shows a draft to whoever has it, for some hours. */

const help = `npm run content:preview -- <slug> [language] [hours]

Prints a signed link to the page as it is in the source now, published or not. By default the link is for English and valid for
24 hours. Needs SITE_URL, and the same CONTENT_PREVIEW_SECRET and CMS as the server.`;

const sourceTimeoutMs = 10_000;

async function run([slug, language = defaultLocale, hours = '24']: readonly string[]): Promise<CommandOutcome> {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const { siteUrl, content } = parsed.config;
  const locale = locales.find((one): one is Locale => one === language);
  if (slug === undefined || slug.startsWith('-') || !locale || !(Number(hours) > 0)) return { ok: false, text: help };
  if (content.previewSecret === null)
    return { ok: false, text: 'CONTENT_PREVIEW_SECRET is not set: there are no previews.' };
  const source = chooseSource(contentOfEnvironment(process.env));
  if (!(await isWritten(source, slug))) return { ok: false, text: `No page has the slug "${slug}".` };
  const until = Math.floor(Date.now() / 1000 + Number(hours) * 3600);
  return { ok: true, text: siteUrl + signPreview({ slug, locale, until }, content.previewSecret) };
}

/** Whether somebody has written this page. One with faults counts: its preview lists them. */
async function isWritten(source: ContentSource, slug: string): Promise<boolean> {
  try {
    return (await source.loadDraft(slug, AbortSignal.timeout(sourceTimeoutMs))) !== null;
  } catch (fault) {
    if (fault instanceof ContentInvalid) return true;
    throw fault;
  }
}

report(
  await run(process.argv.slice(2)).catch((fault: unknown) => {
    if (!(fault instanceof ContentUnavailable)) throw fault;
    return { ok: false, text: `The page could not be looked up: ${fault.message}` };
  }),
);
