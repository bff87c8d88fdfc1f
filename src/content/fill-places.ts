import type { Locale } from '../brand.ts';
import { brand } from '../brand.ts';
import { settingsIn } from './localise.ts';
import type { SiteContent } from './model/site-content.ts';

const place = /\{\{\s*(brand|company)\s*\}\}/g;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Texts may say `{{brand}}` and `{{company}}`: a brand's name is not in its texts. `{{year}}` is the page's to fill. */
export function fillPlaces(content: SiteContent): SiteContent {
  const { company } = settingsIn(content.settings, 'en' satisfies Locale).contact;
  return fill(content, { brand: brand.name, company }, false) as SiteContent;
}

function fill(value: unknown, names: Readonly<Record<string, string>>, isMarkup: boolean): unknown {
  if (typeof value === 'string') {
    return value.replace(place, (_, name: string) => {
      const text = names[name] ?? '';
      return isMarkup ? text.replace(/[&<>"]/g, (sign) => markup[sign] ?? sign) : text;
    });
  }
  if (Array.isArray(value)) return value.map((one) => fill(one, names, isMarkup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, names, key === 'html')]));
}
