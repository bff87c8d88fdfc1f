import { createHash } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';

/**
 * The allow-list for editors' HTML. Nothing that runs, loads or imitates the page's own layout gets through: no
 * scripts, handlers, styles, classes, iframes or forms; links and pictures only to allowed addresses.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
    ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'abbr', 'code', 'pre', 'time'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'img'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    abbr: ['title'],
    time: ['datetime'],
    img: ['src', 'alt', 'width', 'height', 'title'],
    // `align` is what markdown writes for a column of numbers.
    th: ['scope', 'colspan', 'rowspan', { name: 'align', values: ['right'] }],
    td: ['colspan', 'rowspan', { name: 'align', values: ['right'] }],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // The page already has an h1.
  transformTags: { h1: 'h2' },
};

/** Texts that are as they must be, by a hash of them. Most are, and each pull meets nearly all of them again. */
let clean = new Set<string>();
/** Those of the time before the last renewal. */
let cleanBefore = new Set<string>();
/** More than the texts of a large site. A renewal forgets the texts that were not met since the one before. */
const mostClean = 100_000;
/** A shorter text is cleaned about as quickly as it is hashed. */
const shortest = 200;

export function cleanHtml(html: string): string {
  if (html.length < shortest) return sanitizeHtml(html, allowed).trim();
  const hash = createHash('sha256').update(html).digest('base64url');
  if (!clean.has(hash) && !cleanBefore.has(hash)) {
    const cleaned = sanitizeHtml(html, allowed).trim();
    if (cleaned !== html) return cleaned;
  }
  if (clean.size >= mostClean) [cleanBefore, clean] = [clean, new Set()];
  clean.add(hash);
  return html;
}
