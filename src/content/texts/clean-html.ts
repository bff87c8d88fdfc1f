import sanitizeHtml from 'sanitize-html';

/**
 * HTML that editors wrote, cut to what a text needs. Nothing that runs, loads or looks like the page's own chrome comes
 * through: no scripts, handlers, styles, classes, frames, forms; links and pictures only to where a visitor may be
 * sent.
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
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // The page has its h1.
  transformTags: { h1: 'h2' },
};

export function cleanHtml(html: string): string {
  return sanitizeHtml(html, allowed).trim();
}
