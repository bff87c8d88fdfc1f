import type { Locale } from '../brand.ts';
import { defaultLocale, locales } from '../brand.ts';
import { describeFaults, parseConfig } from './config.ts';
import { signPreview } from './cms/preview-link.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { report } from './operator/outcome.ts';

/** `npm run content:preview`: makes a link that shows a draft to whoever has it, for some hours. */

const help = `npm run content:preview -- <slug> [language] [hours]

Prints a signed link to the page as it is in the source now, published or not. By default the link is for English and valid for
24 hours. Needs SITE_URL, and the same CONTENT_PREVIEW_SECRET as the server.`;

function run([slug, language = defaultLocale, hours = '24']: readonly string[]): CommandOutcome {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const { siteUrl, content } = parsed.config;
  const locale = locales.find((one): one is Locale => one === language);
  if (slug === undefined || slug.startsWith('-') || !locale || !(Number(hours) > 0)) return { ok: false, text: help };
  if (content.previewSecret === null)
    return { ok: false, text: 'CONTENT_PREVIEW_SECRET is not set: there are no previews.' };
  const until = Math.floor(Date.now() / 1000 + Number(hours) * 3600);
  return { ok: true, text: siteUrl + signPreview({ slug, locale, until }, content.previewSecret) };
}

report(run(process.argv.slice(2)));
