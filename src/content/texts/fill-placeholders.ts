import type { Locale } from '../../brand.ts';
import { brand } from '../../brand.ts';
import { settingsIn } from '../localise.ts';
import type { Page, SiteContent } from '../model/site-content.ts';

const placeholder = /\{\{\s*(brand|company)\s*\}\}/g;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const unitSpace = /€ (?=\d)|(?<=\d) (?=[%€]|MB\b)/g;

/**
 * Fills in `{{brand}}` and `{{company}}`, so that texts do not contain the brand's name; `{{year}}` is left to the
 * page. Also joins a number and its unit with a no-break space.
 */
export function fillPlaceholders(content: SiteContent): SiteContent {
  const { company } = settingsIn(content.settings, 'en' satisfies Locale).contact;
  return fill(content, { brand: brand.name, company }, false) as SiteContent;
}

function fill(value: unknown, names: Readonly<Record<string, string>>, isMarkup: boolean): unknown {
  if (typeof value === 'string') return isMarkup ? fillMarkup(value, names) : fillText(value, names);
  if (Array.isArray(value)) return value.map((one) => fill(one, names, isMarkup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, names, key === 'html')]));
}

function fillText(text: string, names: Readonly<Record<string, string>>): string {
  return text
    .replace(placeholder, (_, name: string) => names[name] ?? '')
    .replace(unitSpace, (found) => found.replace(' ', '\u00a0'));
}

/** Replaces only between tags: a name in an attribute would bypass the check of addresses. */
function fillMarkup(html: string, names: Readonly<Record<string, string>>): string {
  const parts = html.split(/(<[^<>]*>)/);
  const escaped = Object.fromEntries(
    Object.entries(names).map(([name, text]) => [name, text.replace(/[&<>"]/g, (sign) => markup[sign] ?? sign)]),
  );
  return parts.map((part) => (part.startsWith('<') ? part : fillText(part, escaped))).join('');
}

/** Fills in a page that is not part of the content. */
export function fillPage(page: Page, content: SiteContent): Page {
  return fillPlaceholders({ ...content, pages: [page] }).pages[0] ?? page;
}
