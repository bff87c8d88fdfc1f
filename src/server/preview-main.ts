import type { Locale } from '../brand.ts';
import { defaultLocale, locales } from '../brand.ts';
import type { ContentSource } from '../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../content/content-source.ts';
import { chooseSource } from '../content/sources/choose-source.ts';
import { describeFaults, parseConfig } from './config.ts';
import { contentOfEnvironment } from './content-config.ts';
import { signLink, signPreview } from './secrets/editor-link.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { report } from './operator/outcome.ts';

/** `npm run content:preview`: makes links that show drafts to whoever has them, for some time. */

const help = `npm run content:preview -- <slug> [language] [hours]
npm run content:preview -- --button [days]

Prints a signed link to the page as it is in the source now, published or not, in all languages. By default the link opens it in
English and is valid for 24 hours. With --button, prints the address for the preview button of the CMS, which shows what an editor
types; by default it is valid for 90 days. It opens every draft and the content status too. Needs SITE_URL, and the same
CONTENT_PREVIEW_SECRET and CMS as the server.`;

const sourceTimeoutMs = 10_000;
const daySeconds = 86_400;
/** Links that never expire would be forgotten, not withdrawn. */
const mostDays = 400;

async function run(args: readonly string[]): Promise<CommandOutcome> {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const { siteUrl, content } = parsed.config;
  const { previewSecret: secret } = content;
  const isButton = args[0] === '--button';
  const [slug = '', language = defaultLocale, hours = '24'] = args;
  const [, days = '90'] = args;
  const locale = locales.find((one): one is Locale => one === language);
  const seconds = isButton ? Number(days) * daySeconds : Number(hours) * 3600;
  const isWrongPage = !isButton && (slug === '' || slug.startsWith('-') || !locale);
  if (isWrongPage || !(seconds > 0 && seconds <= mostDays * daySeconds)) return { ok: false, text: help };
  if (secret === null) return { ok: false, text: 'CONTENT_PREVIEW_SECRET is not set: there are no previews.' };
  const until = Math.floor(Date.now() / 1000 + seconds);
  if (isButton) return buttonLink(siteUrl, { until, secret, origins: content.previewOrigins });
  const source = chooseSource(contentOfEnvironment(process.env));
  if (!(await isWritten(source, slug))) return { ok: false, text: `No page has the slug "${slug}".` };
  return { ok: true, text: siteUrl + signPreview({ slug, locale: locale ?? defaultLocale, until }, secret) };
}

function buttonLink(
  siteUrl: string,
  { until, secret, origins }: { until: number; secret: string; origins: readonly string[] },
): CommandOutcome {
  if (origins.length === 0)
    return { ok: false, text: 'CONTENT_PREVIEW_ORIGINS is not set: the CMS may not show the preview.' };
  return { ok: true, text: `${siteUrl}/preview/live?${signLink('editor', until, secret)}` };
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
